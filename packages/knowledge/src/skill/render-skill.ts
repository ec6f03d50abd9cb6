// Makes a skill of the facts and atoms of a version. The bytes depend on nothing else.
import { type AtomGroup, groupAtoms, type SkillAtom } from './group-atoms.ts';
import { MAX_SKILL_BYTES, SKILL_MD, type Skill, type SkillFile, type SkillOrigin } from './skill.ts';
import { skillNameOf } from './skill-name.ts';
import { sortFiles } from './sort-files.ts';
import { writeAtomFiles } from './write-atom-files.ts';
import { writeSkillMd } from './write-skill-md.ts';

/** What the texts of atoms may take, in bytes; lists and facts of 10,000 atoms take less than the rest. */
export const MAX_TEXT_BYTES = MAX_SKILL_BYTES - 6 * 1024 * 1024;

/** The generated skill of a version. @param atoms - all of it, in any order, with the texts of their files */
export function renderSkill(origin: SkillOrigin, atoms: readonly SkillAtom[]): Skill {
  const groups: readonly AtomGroup[] = groupAtoms(atoms);
  const written = writeAtomFiles(origin, groups);
  const { description, files } = writeSkillMd(origin, written.groups);
  const encoder = new TextEncoder();
  const all = [...files, ...written.files].map(
    ({ path, text }): SkillFile => ({ path, bytes: encoder.encode(text) }),
  );
  const left = atoms.filter(({ text }) => text === undefined).length;
  return {
    name: skillNameOf(origin.name),
    description,
    files: sortFiles(all, SKILL_MD),
    isOwn: false,
    notes:
      left === 0
        ? []
        : [`${left} of ${atoms.length} atoms are listed without their texts: the skill would be too large`],
  };
}
