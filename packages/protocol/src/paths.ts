// Every path of the HTTP interface is built here, so that server and clients cannot drift apart.

/** Routes in the router's syntax. The reads of a Prime take their name in plain form: see {@link canonicalPath}. */
export const ROUTES = {
  publish: '/publish',
  search: '/search',
  versionList: '/pack/:scope/:name',
  versionManifest: '/pack/:scope/:name/:version',
  tarball: '/pack/:scope/:name/:version/tarball',
  sourceManifest: '/-/primes/:scope/:name/:version/pack.yaml',
  whoami: '/-/whoami',
  live: '/-/health/live',
  ready: '/-/health/ready',
  metrics: '/-/metrics',
  openApi: '/-/openapi.json',
  apiReference: '/-/api',
  home: '/',
} as const;

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

/** The pack.yaml of one version, as it was published (not part of the contract). */
export function sourceManifestPath(name: string, version: string): string {
  return `/-/primes/${name}/${version}/pack.yaml`;
}

/**
 * The one spelling of a request target that routes know: where a name is in it, an encoded `@` or `/` is written plain.
 * The contract encodes the name in one path and not in the others, and proxies re-encode at will, so every
 * spelling means the same. The query is left alone; so are other escapes, which the router decodes.
 */
export function canonicalPath(target: string): string {
  if (!/^\/(pack|-\/primes)\//.test(target)) return target;
  const queryStart = target.indexOf('?');
  const path = queryStart === -1 ? target : target.slice(0, queryStart);
  if (!path.includes('%')) return target;
  return path.replaceAll('%40', '@').replaceAll(/%2f/gi, '/') + target.slice(path.length);
}
