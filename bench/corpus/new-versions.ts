// The versions of a synthetic Prime, as a publish would insert them.
import { hash } from 'node:crypto';
import { getValue, parsePrimeName, parseVersion } from '@prime-registry/protocol';
import type { NewVersion } from '@prime-registry/store';
import { operatorActs } from 'prime-registry';
import type { SyntheticPrime } from './generate-primes.ts';

const FIRST_PUBLISH_MS = Date.UTC(2024, 0, 1);
const DAY_MS = 86_400_000;
/** Once: it asks the system for the name of the user, which took a seventh of the time of a large fill. */
const ACT = operatorActs('publish', FIRST_PUBLISH_MS);

/** Its versions, as a store takes them, equal for equal Primes. The digests have no tarballs. */
export function* listNewVersions(prime: SyntheticPrime): Generator<NewVersion> {
  const name = getValue(parsePrimeName(prime.name));
  for (const [index, text] of prime.versions.entries()) {
    const sha256 = hash('sha256', `${prime.name}@${text}`);
    yield {
      name,
      version: getValue(parseVersion(text)),
      publishedAtMs: FIRST_PUBLISH_MS + index * DAY_MS,
      sha256,
      sizeBytes: 10_240 + (Number.parseInt(sha256.slice(0, 4), 16) % 10_240),
      description: prime.description,
      license: prime.license,
      primeVersion: '1.0',
      atoms: Number.parseInt(sha256.slice(4, 6), 16),
      namespaces: prime.namespaces,
      tags: prime.tags,
      sourceManifest: Buffer.from(formatManifest(prime, text)),
      readme: prime.readme,
      publishedBy: 'benchmark',
      act: { ...ACT, atMs: FIRST_PUBLISH_MS + index * DAY_MS },
    };
  }
}

function formatManifest({ name, description, license, tags, namespaces }: SyntheticPrime, version: string) {
  const fields = { 'prime-version': '1.0', name, version, description, license, tags, namespaces };
  return Object.entries(fields)
    .map(([field, value]) => `${field}: ${JSON.stringify(value)}\n`)
    .join('');
}
