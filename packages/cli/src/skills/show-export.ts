// Prints the result of an export of skills.
import { formatColumns, formatCount, toPrintable } from '@prime-registry/command-line';
import type { Terminal } from '../terminal/terminal.ts';
import type { ExportedSkill } from './export-skills.ts';
import type { SkillExport } from './run-export.ts';

const MARKS: Readonly<Record<ExportedSkill['action'], string>> = {
  ...{ added: '+', updated: '~', kept: '=' },
  ...{ edited: '!', foreign: '!', taken: '!' },
};

const REASONS: Readonly<Record<ExportedSkill['action'], string>> = {
  ...{ added: '', updated: '', kept: '' },
  edited: 'was edited since, and was left as it is: remove it to have it written again',
  foreign: 'was not written by prime, and was left as it is',
  taken: 'is the skill of another Prime: not written',
};

/** A line for each skill. */
export function showSkillExport({ skills, removed }: SkillExport, terminal: Pick<Terminal, 'paint'>): string {
  if (skills.length === 0 && removed.length === 0) return 'No skills.';
  const rows = [
    ...skills.map(({ action, folder, prime, version }) => [
      `${MARKS[action]} ${toPrintable(folder)}`,
      `${prime} ${version}`,
      terminal.paint('dim', REASONS[action]),
    ]),
    ...removed.map(({ folder, prime, stays }) => [
      `- ${toPrintable(folder)}`,
      prime,
      stays.length === 0 ? '' : `${formatCount(stays.length, 'file')} of others stays`,
    ]),
  ];
  return formatColumns(rows, '');
}

/** Says what is not as one may expect of a skill. */
export function warnOfSkills({ skills }: SkillExport, terminal: Pick<Terminal, 'warn'>): void {
  const notes = skills.flatMap(({ prime, notes: each }) => each.map((note) => `${prime}: ${note}`));
  for (const note of new Set(notes)) terminal.warn(toPrintable(note));
}
