// Example data for the pictures of the pages and for their budget: the example of the repository in two versions, and a
// Prime of 900 atoms.
import { readdir, readFile } from 'node:fs/promises';
import { join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { TestRegistry } from '@prime-registry/testkit';
import { largePrime } from './large-prime.ts';

const EXAMPLE = fileURLToPath(new URL('../../examples/http-caching', import.meta.url));

/** The time in the registry, in milliseconds since the epoch. */
export const EXAMPLE_NOW = Date.UTC(2026, 10, 21, 9, 30);
const DAY = EXAMPLE_NOW / 86_400_000;

async function readFolder(folder: string): Promise<Record<string, string>> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const paths = entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name));
  const files = paths
    .sort()
    .map(async (path) => [relative(folder, path), await readFile(path, 'utf8')] as const);
  return Object.fromEntries(await Promise.all(files));
}

async function publish({ admin }: TestRegistry, files: Record<string, string>): Promise<void> {
  await admin.mustPublish({ manifest: files['pack.yaml'] ?? '', files });
}

/** A possible next version of the example: one atom is edited, one is new. */
function nextVersion(files: Record<string, string>): Record<string, string> {
  const edited = 'primes/sources/@examples/rule-bound-negative-caching.prime';
  return {
    ...files,
    'pack.yaml': (files['pack.yaml'] ?? '').replace(/^version:.*$/m, 'version: 1.1.0'),
    [edited]: (files[edited] ?? '').replace('description: "', 'description: "For errors as well: '),
    'primes/sources/@examples/fact-heuristics-guess.prime': `fact HeuristicsGuess {
  id: "@examples/fact-heuristics-guess"
  version: "1.0.0"
  label: "Without a lifetime, a cache takes a tenth of the age"
  description: "What has a \`Last-Modified\` and no lifetime is fresh for as long as the cache guesses, often a tenth of its age."
  related: [@examples/anti-pattern-unstated-freshness, @examples/fact-age-spends-freshness]
}
`,
  };
}

/** Publishes the examples, with downloads of the last months. */
export async function fillWithExamples(registry: TestRegistry): Promise<void> {
  const files = await readFolder(EXAMPLE);
  await publish(registry, files);
  await publish(registry, largePrime(900));
  await publish(registry, nextVersion(files));
  const counts = Array.from({ length: 90 }, (_, ago) => ({
    name: '@examples/http-caching',
    identity: '1.0.0',
    day: Math.floor(DAY) - ago,
    downloads: Math.round(24 - ago / 5 + 6 * Math.sin(ago / 6)),
  }));
  await registry.store.addDownloads(counts.filter(({ downloads }) => downloads > 0));
}
