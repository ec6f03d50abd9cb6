// The changelog of a release: the unreleased part becomes the part of the version.
import { ReleaseError } from '../processes.ts';

const UNRELEASED = '## Unreleased';
/** The heading that every release has, so that operators find in each what to do. */
const UPGRADING = '### Upgrading';

/**
 * Turns the unreleased part of a changelog into that of a version.
 * @param date - of the release, such as `2026-11-23`
 * @throws ReleaseError if there is no unreleased part, or it lacks what a release must say
 */
export function releaseChangelog(changelog: string, version: string, date: string): string {
  const { start, end } = findPart(changelog, UNRELEASED) ?? {};
  if (start === undefined || end === undefined)
    throw new ReleaseError(`CHANGELOG.md has no line '${UNRELEASED}': add it above the last release.`);
  const body = changelog.slice(start, end).trim();
  if (body.replaceAll(/^#.*$/gm, '').trim() === '')
    throw new ReleaseError(`CHANGELOG.md has nothing below '${UNRELEASED}': say what is new in ${version}.`);
  if (!body.split('\n').includes(UPGRADING))
    throw new ReleaseError(
      `CHANGELOG.md has no '${UPGRADING}' below '${UNRELEASED}': say what operators must do, or that there is nothing to do.`,
    );
  const rest = changelog.slice(end);
  return `${changelog.slice(0, start)}\n## ${version} (${date})\n\n${body}\n${rest === '' ? '' : '\n'}${rest}`;
}

/** The text of a released version, without its heading. undefined if the changelog lacks it. */
export function findReleaseNotes(changelog: string, version: string): string | undefined {
  const part = findPart(changelog, `## ${version} (`);
  return part && `${changelog.slice(part.start, part.end).trim()}\n`;
}

/** Where the text below a heading is. @param heading - how its line begins */
function findPart(changelog: string, heading: string): { start: number; end: number } | undefined {
  const lines = changelog.split(/(?<=\n)/);
  const first = lines.findIndex((line) => line.startsWith(heading));
  if (first === -1) return undefined;
  const next = lines.findIndex((line, index) => index > first && line.startsWith('## '));
  const lengthOf = (count: number) => lines.slice(0, count).join('').length;
  return { start: lengthOf(first + 1), end: lengthOf(next === -1 ? lines.length : next) };
}
