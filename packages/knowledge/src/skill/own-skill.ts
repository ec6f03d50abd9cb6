// A Prime with a SKILL.md at its root is a skill already: it is served as it is, if agents can read it.
import { readFrontmatter } from './frontmatter.ts';
import type { PackedFiles } from './packed-files.ts';
import { MAX_SKILL_BYTES, MAX_SKILL_FILES, SKILL_MD, type Skill } from './skill.ts';
import { sortFiles } from './sort-files.ts';

/** The skill that the files of a Prime are, or why they are none, as a clause. */
export function findOwnSkill({
  files,
  leftOut,
  isTooLarge,
}: PackedFiles): Skill | { readonly problem: string } {
  const manifest = files.find(({ path }) => path === SKILL_MD);
  const text = manifest && decode(manifest.bytes);
  if (text === undefined) return { problem: `its ${SKILL_MD} is not valid UTF-8` };
  const read = readFrontmatter(text);
  if ('problem' in read) return { problem: `its ${SKILL_MD} ${read.problem}` };
  if (isTooLarge) {
    return {
      problem: `it has a ${SKILL_MD}, but more than ${MAX_SKILL_FILES} files or ${MAX_SKILL_BYTES} bytes`,
    };
  }
  const { name, description } = read;
  const notes =
    leftOut.length === 0
      ? []
      : [`the files in ${leftOut.join(' and ')} are left out: a skill has at most ${MAX_SKILL_FILES} files`];
  return { name, description, files: sortFiles(files, SKILL_MD), isOwn: true, notes };
}

function decode(bytes: Uint8Array): string | undefined {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return undefined;
  }
}
