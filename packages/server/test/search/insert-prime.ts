// Puts versions into a store directly, where a publish over HTTP would take too long or is not what is tested.
import { type Parsed, parsePrimeName, parseVersion } from '@prime-registry/protocol';
import { operatorActs, type RegistryStore } from 'prime-registry';

/** What a test chooses of a version. */
export interface PrimeToInsert {
  readonly name: string;
  readonly version?: string;
  readonly description?: string;
  readonly tags?: readonly string[];
}

/** Inserts it; its namespace is its scope. */
export async function insertPrime(store: RegistryStore, prime: PrimeToInsert): Promise<void> {
  const { name, version = '1.0.0', description = 'Rules for writing web pages', tags = [] } = prime;
  const whole = {
    name: resultOf(parsePrimeName(name)),
    version: resultOf(parseVersion(version)),
    publishedAtMs: Date.UTC(2026, 0, 2),
    sha256: 'ab'.repeat(32),
    sizeBytes: 1234,
    description,
    license: 'Apache-2.0',
    primeVersion: '1.0',
    atoms: 3,
    namespaces: [name.slice(0, name.indexOf('/'))],
    tags,
    sourceManifest: Buffer.from(name),
    readme: undefined,
    publishedBy: 'test',
    act: operatorActs('publish', Date.UTC(2026, 0, 2)),
  };
  if (!(await store.insertVersion(whole, async () => undefined))) throw new Error(`${name} is there already`);
}

/** Yanks a version. */
export async function yankPrime(store: RegistryStore, name: string, version: string): Promise<void> {
  const yankedAtMs = Date.UTC(2026, 5, 1);
  await store.yankVersion({
    name,
    version: resultOf(parseVersion(version)),
    yankedAtMs,
    reason: undefined,
    yankedBy: 'test',
    act: operatorActs('yank', yankedAtMs),
  });
}

function resultOf<T>(parsed: Parsed<T>): T {
  if (!parsed.ok) throw new Error(parsed.message);
  return parsed.value;
}
