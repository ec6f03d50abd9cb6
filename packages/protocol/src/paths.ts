// Builds every path of the HTTP interface, so that server and clients cannot drift apart.
import { primesParameter } from './primes-parameter.ts';
import { ROUTES } from './routes.ts';
import type { AtomTextLevel } from './wire/atoms/atom-parts.ts';

/** The list of versions: `/pack/%40scope%2Fname` (contract section 4.2: the name is percent-encoded). */
export function versionListPath(name: string): string {
  return `/pack/${encodeURIComponent(name)}`;
}

/** The manifest of one version: `/pack/@scope/name/1.0.0` (contract section 4.3: the name is plain). */
export function versionManifestPath(name: string, version: string): string {
  return `/pack/${name}/${version}`;
}

/** The tarball of one version: `/pack/@scope/name/1.0.0/tarball` (contract section 4.4). */
export function tarballPath(name: string, version: string): string {
  return `${versionManifestPath(name, version)}/tarball`;
}

/** What else {@link primeBatchPath} asks for. */
export interface PrimeBatchOptions {
  /** Yanked versions in lists; false by default. */
  readonly includeYanked?: boolean;
  /** The manifest of the latest version of each list; false by default. */
  readonly includeLatest?: boolean;
}

/**
 * Several lists and manifests (not part of the contract).
 * @param keys - 1 to 100 of `primeBatchKey`
 */
export function primeBatchPath(
  keys: readonly string[],
  { includeYanked = false, includeLatest = false }: PrimeBatchOptions = {},
): string {
  const options = `${includeYanked ? '&yanked=include' : ''}${includeLatest ? '&latest=include' : ''}`;
  return `${ROUTES.primeBatch}?${primesParameter(keys)}${options}`;
}

/** The pack.yaml of one version, as published (not part of the contract). */
export function sourceManifestPath(name: string, version: string): string {
  return `/-/primes/${name}/${version}/pack.yaml`;
}

/** The provenance of one version, as an in-toto statement (not part of the contract). */
export function provenancePath(name: string, version: string): string {
  return `/-/primes/${name}/${version}/provenance`;
}

/**
 * The address that installs a Prime, or one of its versions, as an Agent Skill: its discovery document is below it (not
 * part of the contract).
 */
export function skillPath(name: string, version?: string): string {
  return `/-/skills/${name}${version === undefined ? '' : `/${encodeURIComponent(version)}`}`;
}

/** The archive of a version as an Agent Skill. @param skill - the name of the skill */
export function skillArchivePath(name: string, version: string, skill: string): string {
  return `${skillPath(name, version)}/${skill}.tar.gz`;
}

/** The atoms of one version (not part of the contract). */
export function atomListPath(name: string, version: string): string {
  return `/-/primes/${name}/${version}/atoms`;
}

/** The differences between two versions (not part of the contract). */
export function atomDiffPath(name: string, from: string, to: string): string {
  return `/-/primes/${name}/diff/${from}...${to}`;
}

/** What happened to a Prime after its publishes (not part of the contract). */
export function lifecyclePath(name: string): string {
  return `/-/primes/${name}/lifecycle`;
}

/** The deprecations of a Prime; `range` selects the one to remove. */
export function deprecationPath(name: string, range?: string): string {
  const query = range === undefined ? '' : `?${new URLSearchParams({ range })}`;
  return `/-/primes/${name}/deprecation${query}`;
}

/** A channel of a Prime. */
export function channelPath(name: string, channel: string): string {
  return `/-/primes/${name}/channels/${channel}`;
}

/** The new name of a Prime. */
export function movePath(name: string): string {
  return `/-/primes/${name}/move`;
}

/** The yank of a version, to take it back. */
export function versionYankPath(name: string, version: string): string {
  return `/-/primes/${name}/${version}/yank`;
}

/** The removal of a version. */
export function removalPath(name: string, version: string): string {
  return `/-/primes/${name}/${version}/removal`;
}

/** The signatures of a version (not part of the contract). */
export function signaturesPath(name: string, version: string): string {
  return `/-/primes/${name}/${version}/signatures`;
}

/** The keys that the authors of a scope sign with (not part of the contract); `scope` includes its `@`. */
export function signersPath(scope: string): string {
  return `/-/scopes/${scope}/signers`;
}

/** One of these keys. @param fingerprint - `SHA256:…`, as ssh-keygen prints it */
export function signerPath(scope: string, fingerprint: string): string {
  const inUrl = fingerprint
    .replace(/^SHA256:/, '')
    .replaceAll('+', '-')
    .replaceAll('/', '_');
  return `${signersPath(scope)}/${inUrl}`;
}

/** Whether a scope requires signatures (not part of the contract). */
export function signingPolicyPath(scope: string): string {
  return `/-/scopes/${scope}/signing-policy`;
}

/** An atom, by its id (not part of the contract). */
export function atomPath(id: string): string {
  return `/-/atoms/${id}`;
}

/** The Primes that have some atoms (not part of the contract). @param ids - 1 to 100 */
export function atomLookupPath(ids: readonly string[]): string {
  return `${ROUTES.atomLookup}?ids=${ids.join(',')}`;
}

/** The atoms that say the same as some others (not part of the contract). @param contents - content keys */
export function atomCopiesPath(contents: readonly string[]): string {
  return `${ROUTES.atomLookup}?contents=${contents.join(',')}`;
}

/** The edges to an atom from other Primes (not part of the contract). */
export function edgesInPath(id: string): string {
  return `${atomPath(id)}/edges-in`;
}

/** The score of a version (not part of the contract). */
export function scorePath(name: string, version: string): string {
  return `/-/primes/${name}/${version}/score`;
}

/** The text of an atom, as Markdown (not part of the contract). */
export function atomTextPath(id: string, level: AtomTextLevel): string {
  return `${atomPath(id)}/${level}`;
}

/**
 * The canonical form of a request target, which routes match: an encoded `@` or `/` of a name is decoded. The
 * contract encodes the name in one path and not in the others, and proxies may re-encode, so every spelling
 * means the same. The query stays as it is, and so do other escapes, which the router decodes.
 */
export function canonicalPath(target: string): string {
  if (!/^\/(pack|-\/(primes?|atoms?|scopes?|feed|sitemap|skills))\//.test(target)) return target;
  const queryStart = target.indexOf('?');
  const path = queryStart === -1 ? target : target.slice(0, queryStart);
  if (!path.includes('%')) return target;
  const withScope = path.replaceAll('%40', '@');
  // Behind a scope alone, a slash belongs to the fingerprint of a key.
  const canonical = path.startsWith('/-/scopes/') ? withScope : withScope.replaceAll(/%2f/gi, '/');
  return canonical + target.slice(path.length);
}
