// Versions to insert into a store directly. Fields that a test does not set have defaults.
import {
  getValue,
  type PrimeName,
  parsePrimeName,
  parseVersion,
  type Version,
} from '@prime-registry/protocol';
import type { Act, NewVersion, RegistryStore, ScopeUsage } from '@prime-registry/store';

/** The actor of all changes in tests. */
export const ACT: Act = {
  action: 'publish',
  atMs: Date.UTC(2026, 0, 2, 3, 4, 5),
  actorId: 'token-1',
  actorName: 'of the test',
  address: '192.0.2.1',
  requestId: 'request-1',
};

/** The fields of a version that a test can set. */
export interface VersionDraft extends Partial<Omit<NewVersion, 'name' | 'version'>> {
  readonly name?: string;
  readonly version?: string;
}

/** A version to insert. */
export function newVersion({
  name = '@acme/web-style',
  version = '1.0.0',
  ...rest
}: VersionDraft = {}): NewVersion {
  return {
    name: nameOf(name),
    version: versionOf(version),
    publishedAtMs: Date.UTC(2026, 0, 2, 3, 4, 5),
    sha256: 'ab'.repeat(32),
    sizeBytes: 1234,
    description: 'Rules for writing web pages',
    license: 'Apache-2.0',
    primeVersion: '1.0',
    atoms: 3,
    namespaces: ['@acme'],
    tags: [],
    sourceManifest: Buffer.from('name: "@acme/web-style"\n'),
    readme: undefined,
    publishedBy: 'token-1',
    act: ACT,
    ...rest,
  };
}

/** Inserts a version without a tarball. @returns whether it was new */
export function insert(store: RegistryStore, draft: VersionDraft = {}): Promise<boolean> {
  return insertNew(store, newVersion(draft));
}

/** Inserts a version, without a tarball unless a function moves it into place. @returns whether it was new */
export async function insertNew(
  store: Pick<RegistryStore, 'insertVersion'>,
  version: NewVersion,
  beforeCommit: () => Promise<void> = async () => undefined,
  checkUsage?: (usage: ScopeUsage) => void,
): Promise<boolean> {
  return (await store.insertVersion(version, beforeCommit, checkUsage)).isNew;
}

/** Yanks a version. */
export function yank(store: RegistryStore, version: string, reason?: string, name = '@acme/web-style') {
  const yankedAtMs = Date.UTC(2026, 5, 1);
  return store.yankVersion({
    name,
    version: versionOf(version),
    yankedAtMs,
    reason,
    yankedBy: 'token-1',
    act: ACT,
  });
}

export function versionOf(text: string): Version {
  return getValue(parseVersion(text));
}

export function nameOf(text: string): PrimeName {
  return getValue(parsePrimeName(text));
}
