// Imports an export while it is read. Every version becomes whole and visible at once, or not at all. After
// an interruption, the same import can be run again: it skips what is there.
import { readTarStream, type TarFile } from '@prime-registry/archive';
import type { BlobStore } from '@prime-registry/blobs';
import { quote } from '@prime-registry/protocol';
import type { Act, RegistryStore } from '@prime-registry/store';
import { operatorActs } from '../../tokens/act.ts';
import {
  END_PATH,
  type ExportEnd,
  HEAD_PATH,
  LIFECYCLE_FOLDER,
  lifecyclePath,
  REMOVED_FOLDER,
  removedPath,
  SCOPE_FOLDER,
  scopePath,
  VERSION_FILES,
  versionFilePath,
} from '../export-format/format.ts';
import { ExportError, JsonFields, readBytes } from '../export-format/read-export-file.ts';
import { importLifecycle } from './import-lifecycle.ts';
import type { ImportOutcome } from './import-outcome.ts';
import { importScope, verifyImported } from './import-signing.ts';
import { createTokenImporter } from './import-tokens.ts';
import { importTombstone } from './import-tombstone.ts';
import { type ImportVersionDeps, receiveVersion } from './import-version.ts';
import { readLifecycle, readTombstone } from './read-lifecycle-records.ts';
import { readToken, readVersionFacts, type VersionFacts } from './read-records.ts';
import { readScopeFile } from './read-signing-records.ts';

export interface ImportDeps extends Pick<ImportVersionDeps, 'secrets' | 'restoresRemoved' | 'onSecrets'> {
  readonly store: RegistryStore;
  readonly blobs: BlobStore;
  /** Whether tokens that are not here are imported: they give access to this registry. */
  readonly takesTokens: boolean;
  readonly now: () => number;
  readonly signal: AbortSignal;
  /** Called with the outcome for each version, such as `@acme/web-style 1.0.0`, and for everything else. */
  onOutcome(subject: ImportSubject, outcome: ImportOutcome): void;
}

/** What was imported: a version, a token, a removed version, a channel, a deprecation or a new name of a Prime, or a key of a scope. */
export interface ImportSubject {
  readonly kind: 'version' | 'token' | 'removed' | 'lifecycle' | 'signer';
  readonly label: string;
}

// Versions that wait for the disk at the same time: their commits share a sync.
const AT_A_TIME = 32;
const VERSION_PATH = /^primes\/(@[^/]+\/[^/]+)\/([^/]+)\/([^/]+)$/;

/** The files of a version before its tarball. */
interface BegunVersion {
  readonly facts: VersionFacts;
  sourceManifest?: Uint8Array;
  readme?: string;
}

/**
 * Imports an export.
 * @param chunks - the stream; a chunk must be valid until the next one is read
 * @throws ExportError or TarStreamError if the export is damaged or incomplete; what came before is imported
 * @throws RegistryError `storage_unavailable` if it cannot be stored
 */
export async function importRegistry(deps: ImportDeps, chunks: AsyncIterable<Uint8Array>): Promise<void> {
  const { store, signal } = deps;
  const act = operatorActs('import', deps.now());
  const underWay = new Set<Promise<void>>();
  const failures: unknown[] = [];
  let importToken: Awaited<ReturnType<typeof createTokenImporter>> | undefined;
  let begun: BegunVersion | undefined;
  const taken = { versions: 0, tokens: 0, removed: 0, lifecycles: 0, scopes: 0 };
  let isFirst = true;
  let hasEnded = false;

  async function takeVersion(version: BegunVersion, tarball: TarFile): Promise<void> {
    const { facts, sourceManifest, readme } = version;
    if (sourceManifest === undefined) throw new ExportError(`there is no pack.yaml before ${tarball.path}`);
    if (tarball.sizeBytes !== facts.sizeBytes)
      throw new ExportError(`${tarball.path} has ${tarball.sizeBytes} bytes instead of ${facts.sizeBytes}`);
    taken.versions += 1;
    const label = `${facts.name.full} ${facts.version.full}`;
    const verified = verifyImported(facts.signatures, { ...facts, sourceManifest });
    if ('refusal' in verified) return deps.onOutcome({ kind: 'version', label }, verified.refusal);
    const { signatures } = verified;
    const whole = {
      ...facts,
      signatures: signatures.length > 0 ? signatures : undefined,
      sourceManifest,
      readme,
      act,
    };
    const complete = await receiveVersion(deps, whole, tarball.body);
    const done = complete()
      .then((outcome) => deps.onOutcome({ kind: 'version', label }, outcome))
      .catch((error: unknown) => void failures.push(error))
      .finally(() => underWay.delete(done));
    underWay.add(done);
    if (underWay.size >= AT_A_TIME) await Promise.race(underWay);
  }

  try {
    for await (const file of readTarStream(chunks)) {
      signal.throwIfAborted();
      if (failures.length > 0) throw failures[0];
      if (hasEnded) throw new ExportError(`there is ${quote(file.path)} after the end of the export`);
      if (isFirst) await checkHead(file);
      else if (file.path === END_PATH) {
        await checkEnd(file, taken);
        hasEnded = true;
      } else if (file.path.startsWith('tokens/')) {
        const token = readToken(await JsonFields.read(file));
        importToken ??= await createTokenImporter(store, act, deps.takesTokens);
        deps.onOutcome({ kind: 'token', label: token.token.id }, await importToken(token));
        taken.tokens += 1;
      } else if (file.path.startsWith(SCOPE_FOLDER)) {
        if (begun !== undefined) throw misplaced(file);
        await takeScope(deps, await JsonFields.read(file), file.path, act);
        taken.scopes += 1;
      } else if (file.path.startsWith(REMOVED_FOLDER) || file.path.startsWith(LIFECYCLE_FOLDER)) {
        if (begun !== undefined) throw misplaced(file);
        // Channels need their versions, and no version can be imported under a name that has moved.
        await Promise.all(underWay);
        await takeLifecycle(deps, await JsonFields.read(file), file.path, act);
        taken[file.path.startsWith(REMOVED_FOLDER) ? 'removed' : 'lifecycles'] += 1;
      } else begun = await takeFile(file, begun, takeVersion);
      isFirst = false;
    }
  } finally {
    await Promise.all(underWay);
  }
  if (failures.length > 0) throw failures[0];
  if (!hasEnded) throw new ExportError(`it is incomplete: there is no ${END_PATH} at its end`);
}

async function checkHead(file: TarFile): Promise<void> {
  if (file.path !== HEAD_PATH) throw new ExportError(`it does not begin with ${HEAD_PATH}`);
  const fields = await JsonFields.read(file);
  if (fields.text('format') !== 'prime-registry-export')
    throw fields.wrong('format', 'prime-registry-export');
  if (![1, 2, 3].includes(fields.count('format_version')))
    throw fields.wrong('format_version', '1 to 3: a newer prime-registry made it');
}

/** A tar stream without one of the files is still valid: only the counts reveal that something is missing. */
async function checkEnd(file: TarFile, taken: Required<ExportEnd>): Promise<void> {
  const fields = await JsonFields.read(file);
  const [versions, tokens] = [fields.count('versions'), fields.count('tokens')];
  const removed = fields.countIfThere('removed') ?? 0;
  const lifecycles = fields.countIfThere('lifecycles') ?? 0;
  const scopes = fields.countIfThere('scopes') ?? 0;
  if (taken.scopes !== scopes)
    throw new ExportError(`it has the keys of ${taken.scopes} of ${scopes} scopes`);
  if (taken.versions !== versions || taken.tokens !== tokens)
    throw new ExportError(
      `it has ${taken.versions} of ${versions} versions and ${taken.tokens} of ${tokens} tokens`,
    );
  if (taken.removed !== removed || taken.lifecycles !== lifecycles)
    throw new ExportError(
      `it has ${taken.removed} of ${removed} removed versions, and ${taken.lifecycles} of ${lifecycles} Primes with channels, deprecations or a new name`,
    );
}

async function takeScope(
  { store, onOutcome }: ImportDeps,
  fields: JsonFields,
  path: string,
  act: Act,
): Promise<void> {
  const imported = readScopeFile(fields);
  requirePath(path, scopePath(imported.scope));
  await importScope(store, imported, act, (label, outcome) => onOutcome({ kind: 'signer', label }, outcome));
}

async function takeLifecycle(
  { store, secrets, onOutcome }: ImportDeps,
  fields: JsonFields,
  path: string,
  act: Act,
): Promise<void> {
  if (path.startsWith(REMOVED_FOLDER)) {
    const tombstone = readTombstone(fields);
    const { name, version } = tombstone;
    requirePath(path, removedPath(name, version));
    const outcome = await importTombstone({ store, secrets }, tombstone, act);
    return onOutcome({ kind: 'removed', label: `removed version ${name} ${version}` }, outcome);
  }
  const lifecycle = readLifecycle(fields);
  requirePath(path, lifecyclePath(lifecycle.name.full));
  await importLifecycle({ store, secrets }, lifecycle, act, (label, outcome) =>
    onOutcome({ kind: 'lifecycle', label }, outcome),
  );
}

function requirePath(path: string, described: string): void {
  if (described !== path) throw new ExportError(`${quote(path)} describes something else than its path`);
}

/** Takes a file of a version. @returns the version that the next files belong to */
async function takeFile(
  file: TarFile,
  begun: BegunVersion | undefined,
  takeVersion: (version: BegunVersion, tarball: TarFile) => Promise<void>,
): Promise<BegunVersion | undefined> {
  const [, name = '', version = '', fileName] = VERSION_PATH.exec(file.path) ?? [];
  if (fileName === VERSION_FILES.facts) {
    const facts = readVersionFacts(await JsonFields.read(file));
    if (versionFilePath(facts.name.full, facts.version.full, fileName) !== file.path)
      throw new ExportError(`${quote(file.path)} describes another version than its path`);
    return { facts };
  }
  const isExpected = begun?.facts.name.full === name && begun.facts.version.full === version;
  if (!isExpected) throw misplaced(file);
  if (fileName === VERSION_FILES.manifest) begun.sourceManifest = await readBytes(file);
  else if (fileName === VERSION_FILES.readme) begun.readme = (await readBytes(file)).toString('utf8');
  else if (fileName === VERSION_FILES.tarball) {
    await takeVersion(begun, file);
    return undefined;
  } else throw misplaced(file);
  return begun;
}

function misplaced({ path }: TarFile): ExportError {
  return new ExportError(`${quote(path)} is in the wrong place`);
}
