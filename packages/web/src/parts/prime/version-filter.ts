// Which versions of a Prime a page lists: all, the stable ones, prereleases, or those of a major version.
import { getValue, isPrerelease, parseVersion, versionsPagePath } from '@prime-registry/protocol';
import { formatNumber } from '../amounts.ts';
import { type Html, html } from '../html.ts';

/** A choice: `stable`, `prerelease`, or a major version as in `2`; undefined for all. */
export type VersionChoice = string | undefined;

/** Below this number of versions there is nothing to choose. */
const MIN_VERSIONS = 12;
/** Major versions to choose from, the highest ones. */
const MAX_LINES = 12;

/** The choices of a version, apart from all. */
function choicesOf(version: string): string[] {
  const parsed = getValue(parseVersion(version));
  return [isPrerelease(parsed) ? 'prerelease' : 'stable', parsed.numbers[0]];
}

/** Whether a version is among the chosen ones. */
export function isChosen(version: string, choice: VersionChoice): boolean {
  return choice === undefined || choicesOf(version).includes(choice);
}

/** Links to choose with; nothing for few versions. @param versions - in descending order */
export function renderChoices(
  name: string,
  versions: readonly { readonly version: string }[],
  choice: VersionChoice,
): Html {
  if (versions.length < MIN_VERSIONS) return html``;
  const counts = new Map<string, number>();
  for (const { version } of versions)
    for (const each of choicesOf(version)) counts.set(each, (counts.get(each) ?? 0) + 1);
  const lines = [...counts.keys()].filter((each) => /^\d/.test(each)).slice(0, MAX_LINES);
  const link = (value: VersionChoice, label: string, count: number): Html =>
    html`<li><a href="${versionsPagePath(name)}${value !== undefined && `?only=${value}`}"${value === choice && html` aria-current="true"`}${value !== undefined && html` rel="nofollow"`}>${label} <small>${formatNumber(count)}</small></a></li>`;
  const some = (value: string, label: string) => {
    const count = counts.get(value) ?? 0;
    return count > 0 && count < versions.length && link(value, label, count);
  };
  return html`<nav aria-label="Which versions"><ul class="lengths">${link(undefined, 'All', versions.length)}${some('stable', 'Stable')}${some('prerelease', 'Prereleases')}${lines.map((line) => some(line, `${line}.x`) || html``)}</ul></nav>`;
}
