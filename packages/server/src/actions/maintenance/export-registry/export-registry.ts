// Exports the contents of a registry as a stream, for a registry with any database and blob store.
import { type PackEntry, streamTar } from '@prime-registry/archive';
import type { BlobInventory } from '@prime-registry/blobs';
import type { RegistryStore, WholeVersion } from '@prime-registry/store';
import { FaultyBlobError } from '../../tarballs/read-checked.ts';
import {
  END_PATH,
  type ExportEnd,
  HEAD_PATH,
  lifecyclePath,
  removedPath,
  scopePath,
  tokenPath,
} from '../export-format/format.ts';
import { checkAhead } from './checked-tarballs.ts';
import { entriesOf, jsonEntry, toTime, toTokenFile } from './entries.ts';
import { isThere, listVersions, readSignatures } from './exported-versions.ts';
import { hasLifecycles, listLifecycles, listRemoved } from './lifecycle-files.ts';
import { listScopes } from './signing-files.ts';

export interface ExportDeps {
  readonly store: RegistryStore;
  readonly inventory: BlobInventory;
  readonly now: () => number;
  readonly signal: AbortSignal;
  /** Called for a version that is left out because its tarball is missing or damaged. */
  onFaulty(version: WholeVersion, fault: FaultyBlobError): void;
  /** Called after each version. */
  onProgress(done: ExportEnd): void;
}

/**
 * The stream of an export: versions in the order of their publish, each with its checked tarball; then what happened
 * to them and their Primes since. Versions
 * that are published during the export are left out: with steady publishes it would never end. A chunk is
 * valid until the next one is read.
 * @param withTokens - whether the digests of tokens are exported
 */
export function exportRegistry(deps: ExportDeps, withTokens: boolean): AsyncGenerator<Uint8Array> {
  return streamTar(listEntries(deps, withTokens));
}

async function* listEntries(deps: ExportDeps, withTokens: boolean): AsyncGenerator<PackEntry> {
  const { store, inventory, signal } = deps;
  const done = { versions: 0, tokens: 0 };
  const withLifecycles = await hasLifecycles(store);
  const withScopes = (await store.listSigningScopes('', 1)).length > 0;
  yield jsonEntry(HEAD_PATH, {
    format: 'prime-registry-export',
    // Older programs refuse what they do not know: the lowest version that has everything.
    format_version: withScopes ? 3 : withLifecycles ? 2 : 1,
    exported_at: toTime(deps.now()),
  });
  for (const token of withTokens ? await store.listTokensWithDigests() : []) {
    yield jsonEntry(tokenPath(token.token.id), toTokenFile(token));
    done.tokens += 1;
  }
  for await (const { version, tarball } of checkAhead(listVersions(store), inventory, signal)) {
    if (tarball instanceof FaultyBlobError) {
      // A version that is gone was evicted in the meantime.
      if (await isThere(store, version)) deps.onFaulty(version, tarball);
    } else {
      yield* entriesOf(version, await readSignatures(store, version), tarball);
      done.versions += 1;
    }
    deps.onProgress(done);
  }
  const others = { removed: 0, lifecycles: 0 };
  if (withLifecycles) {
    for await (const file of listRemoved(store)) {
      yield jsonEntry(removedPath(file.name, file.version), file);
      others.removed += 1;
    }
    for await (const file of listLifecycles(store)) {
      yield jsonEntry(lifecyclePath(file.name), file);
      others.lifecycles += 1;
    }
  }
  const scopes = { scopes: 0 };
  if (withScopes) {
    for await (const file of listScopes(store)) {
      yield jsonEntry(scopePath(file.scope), file);
      scopes.scopes += 1;
    }
  }
  const end: ExportEnd = { ...done, ...(withLifecycles && others), ...(withScopes && scopes) };
  yield jsonEntry(END_PATH, end);
}
