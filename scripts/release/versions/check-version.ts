// Whether a version can be the next release: well-formed, new, and above every release before.
import { compareVersions, parseVersion, type Version } from '@prime-registry/protocol';

/** What a version is compared with. */
export interface ReleaseHistory {
  /** The version in the package.json files. */
  readonly current: string;
  /** All tags of the repository. */
  readonly tags: readonly string[];
}

/** The tag of a version. */
export function tagOf(version: string): string {
  return `v${version}`;
}

/** Says why a version cannot be released. Empty if it can. */
export function findVersionProblems(version: string, { current, tags }: ReleaseHistory): string[] {
  const next = parse(version);
  if (next === undefined)
    return [`'${version}' is not a version: give one such as 1.2.0 or 1.2.0-rc.1, without a v in front.`];
  if (version.includes('+'))
    return [`'${version}' has build metadata, which does not make another version: leave out '+…'.`];
  if (tags.includes(tagOf(version)))
    return [`the tag ${tagOf(version)} exists: a released version never changes. Release a higher one.`];
  const highest = findLastRelease(tags);
  if (highest !== undefined && compareVersions(next, highest) <= 0)
    return [`${version} is not above ${highest.full}, the last release: give a higher version.`];
  const now = parse(current);
  if (now !== undefined && compareVersions(next, now) < 0)
    return [`${version} is below ${current}, the version of the packages: give that or a higher one.`];
  return [];
}

/** The highest released version; undefined before the first release. @param tags - of the repository */
export function findLastRelease(tags: readonly string[]): Version | undefined {
  const released = tags.flatMap((tag) => (tag.startsWith('v') ? (parse(tag.slice(1)) ?? []) : []));
  return released.toSorted(compareVersions).at(-1);
}

function parse(text: string): Version | undefined {
  const parsed = parseVersion(text);
  return parsed.ok ? parsed.value : undefined;
}
