// The notes of a release, as the page of a release shows them: outside of the repository.
import { linkFiles, nameLinkedFiles } from '../file-links.ts';

/** What a release is of. */
export interface NotedRelease {
  readonly version: string;
  /** `repository` of package.json: undefined, an address, or an object with one. */
  readonly repository: unknown;
}

/** Makes links to files of the repository absolute; without an address that is known to show files, they become text. */
export function describeReleaseNotes(markdown: string, { version, repository }: NotedRelease): string {
  const url = findPage(repository);
  return url === undefined ? nameLinkedFiles(markdown) : linkFiles(markdown, `${url}/blob/v${version}`);
}

/** Only of forges of which the addresses of files are known. */
function findPage(repository: unknown): string | undefined {
  const text =
    typeof repository === 'object' && repository !== null && 'url' in repository
      ? repository.url
      : repository;
  if (typeof text !== 'string') return undefined;
  const [, host, path] =
    /^(?:git\+)?https:\/\/(github\.com|gitlab\.com)\/(.+?)(?:\.git)?\/?$/.exec(text) ?? [];
  if (host === undefined || path === undefined) return undefined;
  return `https://${host}/${path}${host === 'gitlab.com' ? '/-' : ''}`;
}
