// A Prime with a SKILL.md at its root is a skill already: it is served as it is, if agents can read it.
import { readFrontmatter } from './frontmatter.ts';
import type { PackedFiles } from './packed-files.ts';
import {
  MAX_SKILL_BYTES,
  MAX_SKILL_DESCRIPTION_LENGTH,
  MAX_SKILL_FILES,
  SKILL_MD,
  type Skill,
  sortFiles,
} from './skill.ts';
import { hides, toInline } from './visible-text.ts';

/** The skill that the files of a Prime are, or why they are none, as a clause. */
export type OwnSkill = Skill | { readonly problem: string };

/**
 * Finds the skill. The texts of authors decide how long that takes: up to half a second for the frontmatter, and a second
 * for all others.
 */
export function findOwnSkill({ files, leftOut, isTooLarge }: PackedFiles): OwnSkill {
  const manifest = files.find(({ path }) => path === SKILL_MD);
  const text = manifest && decode(manifest.bytes);
  if (text === undefined) return { problem: `its ${SKILL_MD} is not valid UTF-8` };
  if (hides(text)) return { problem: `its ${SKILL_MD} has hidden characters` };
  const read = readFrontmatter(text);
  if ('problem' in read) return { problem: `its ${SKILL_MD} ${read.problem}` };
  if (isTooLarge) {
    return {
      problem: `it has a ${SKILL_MD}, but more than ${MAX_SKILL_FILES} files or ${MAX_SKILL_BYTES} bytes`,
    };
  }
  const { name, permissions } = read;
  const sorted = sortFiles(files);
  const hiding = sorted.filter(({ path, bytes }) => path.endsWith('.md') && hides(decode(bytes) ?? ''));
  const notes = [
    ...(leftOut.length === 0
      ? []
      : [`the files in ${leftOut.join(' and ')} are left out: a skill has at most ${MAX_SKILL_FILES} files`]),
    ...(permissions.length === 0
      ? []
      : [`its ${SKILL_MD} sets ${permissions.join(', ')}, which some agents follow without asking`]),
    ...(hiding.length === 0 ? [] : [`hidden characters are in ${listPaths(hiding)}`]),
  ];
  // Lists are put into prompts.
  const description = toInline(read.description, MAX_SKILL_DESCRIPTION_LENGTH);
  return { name, description, files: sorted, isOwn: true, notes };
}

const MAX_SHOWN_PATHS = 3;

function listPaths(files: readonly { readonly path: string }[]): string {
  const shown = files.slice(0, MAX_SHOWN_PATHS).map(({ path }) => path);
  const rest = files.length - shown.length;
  return `${shown.join(', ')}${rest > 0 ? ` and ${rest} more files` : ''}`;
}

function decode(bytes: Uint8Array): string | undefined {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return undefined;
  }
}
