// What registries have said about the signers and the publisher of versions, for commands that ask nobody. Signatures are
// verified again whenever they are read; a provenance without a log is worth what the registry is worth.
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { isSha256, type Provenance, parseProvenance } from '@prime-registry/protocol';
import type { Environment } from '../command.ts';
import { CacheWriter } from '../install/cache/cache-writer.ts';
import type { ProofKey } from '../log/proof-cache.ts';
import { cacheFolder } from '../settings/folders.ts';
import type { StoredSignature } from './verify-signatures.ts';

/** What is kept of one version. */
export interface StoredEvidence {
  /** Absent if the registry was never asked for them. */
  readonly signatures?: readonly StoredSignature[];
  /** What the manifest said, of a registry without a log. */
  readonly provenance?: Provenance;
}

/** A larger file was written by nobody here, in bytes. */
const MAX_LENGTH = 2 * 1024 * 1024;

/** Evidence in a folder of the cache, by the digests of the tarballs. Errors only cost a request. */
export class SignatureCache {
  readonly #folder: string;
  readonly #writer: CacheWriter;

  constructor(environment: Environment, { onWarning }: { readonly onWarning?: (text: string) => void } = {}) {
    this.#folder = join(cacheFolder(environment), 'signatures');
    this.#writer = new CacheWriter(this.#folder, onWarning);
  }

  /** What is known about a version; undefined if its registry was never asked. */
  find(key: ProofKey): StoredEvidence | undefined {
    try {
      const text = readFileSync(this.#pathOf(key), 'utf8');
      return text.length > MAX_LENGTH ? undefined : parse(JSON.parse(text));
    } catch {
      return undefined;
    }
  }

  keep(key: ProofKey, evidence: StoredEvidence): void {
    using entry = this.#writer.begin(this.#pathOf(key));
    entry.write(new TextEncoder().encode(JSON.stringify(evidence)));
    entry.keep();
  }

  #pathOf({ registry, name, version, sha256 }: ProofKey): string {
    const place = createHash('sha256').update(`${registry} ${name} ${version}`).digest('hex').slice(0, 16);
    return join(this.#folder, sha256.slice(0, 2), `${sha256}-${place}`);
  }
}

function parse(value: unknown): StoredEvidence | undefined {
  if (typeof value !== 'object' || value === null) return undefined;
  const signatures: unknown = 'signatures' in value ? value.signatures : undefined;
  const provenance = parseProvenance('provenance' in value ? value.provenance : undefined);
  return {
    ...(Array.isArray(signatures) && { signatures: signatures.filter(isStored) }),
    ...(provenance.ok && { provenance: provenance.value }),
  };
}

function isStored(value: unknown): value is StoredSignature {
  if (typeof value !== 'object' || value === null) return false;
  if (!('signature' in value) || !('manifest_sha256' in value)) return false;
  const { signature, manifest_sha256: digest } = value;
  return typeof signature === 'string' && typeof digest === 'string' && isSha256(digest);
}
