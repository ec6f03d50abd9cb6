// A Prime with a SKILL.md at its root is a skill already: it is served as it is, if agents can read it.
import { readFrontmatter } from './frontmatter.ts';
import {
  MAX_SKILL_BYTES,
  MAX_SKILL_FILES,
  SKILL_MD,
  type Skill,
  type SkillFile,
  skillBytes,
} from './skill.ts';
import { sortFiles } from './sort-files.ts';

/**
 * The skill that the files of a Prime are, or why they are none; undefined if there is no SKILL.md. If there are too many
 * files, those of the compiled form are left out, then the sources.
 * @param files - of the whole Prime
 */
export function findOwnSkill(files: readonly SkillFile[]): Skill | { readonly problem: string } | undefined {
  const manifest = files.find(({ path }) => path === SKILL_MD);
  if (manifest === undefined) return undefined;
  const text = decode(manifest.bytes);
  if (text === undefined) return { problem: `its ${SKILL_MD} is not valid UTF-8` };
  const read = readFrontmatter(text);
  if ('problem' in read) return { problem: `its ${SKILL_MD} ${read.problem}` };
  const { name, description } = read;
  for (const [index, folders] of LEFT_OUT.entries()) {
    const kept = files.filter(({ path }) => !folders.some((folder) => path.startsWith(folder)));
    if (kept.length > MAX_SKILL_FILES || skillBytes({ files: kept }) > MAX_SKILL_BYTES) continue;
    const notes =
      index === 0
        ? []
        : [`the folders ${folders.join(' and ')} are left out: a skill has at most ${MAX_SKILL_FILES} files`];
    return { name, description, files: sortFiles(kept, SKILL_MD), isOwn: true, notes };
  }
  return { problem: `it has more than ${MAX_SKILL_FILES} files, or more than ${MAX_SKILL_BYTES} bytes` };
}

const LEFT_OUT = [[], ['compiled/'], ['compiled/', 'primes/']];

function decode(bytes: Uint8Array): string | undefined {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return undefined;
  }
}
