// What is said about an installed Prime besides its versions.
import { toPrintable } from '@prime-registry/command-line';
import { describeNotice } from '../version-news.ts';
import type { OutdatedPrime } from './outdated-prime.ts';

/** Words for the table. */
export function listMarks({ yanked, deprecated, removed }: OutdatedPrime): string[] {
  return [
    ...(removed === undefined ? [] : ['removed']),
    ...(yanked ? ['yanked'] : []),
    ...(deprecated === undefined ? [] : ['deprecated']),
  ];
}

/** Sentences below the table. */
export function explainOutdated({
  name,
  current,
  yank_reason,
  deprecated,
  removed,
  moved_to,
  problem,
}: OutdatedPrime): string[] {
  const lines: string[] = [];
  if (removed !== undefined)
    lines.push(
      `${name} ${current} was removed (${removed.category})${removed.reason === undefined ? '' : `: ${removed.reason}`}`,
    );
  if (yank_reason !== undefined) lines.push(`${name} ${current} is yanked: ${yank_reason}`);
  if (deprecated !== undefined)
    lines.push(describeNotice({ name, version: current, kind: 'deprecated', ...deprecated }));
  if (moved_to !== undefined) lines.push(`${name} has moved to ${moved_to}: request that name from now on.`);
  if (problem !== undefined) lines.push(problem);
  return lines.map(toPrintable);
}
