// Makes a skill of the facts and atoms of a version. The bytes depend on nothing else.
import { compareText } from '@prime-registry/atoms';
import { groupAtoms, type SkillAtom } from './group-atoms.ts';
import { MAX_SKILL_BYTES, type Skill, type SkillFile, type SkillOrigin, sortFiles } from './skill.ts';
import { skillNameOf } from './skill-name.ts';
import { toVisible } from './visible-text.ts';
import { writeAtomFiles } from './write-atom-files.ts';
import { writeSkillMd } from './write-skill-md.ts';

/** What the texts of atoms may take, in bytes; lists and facts of 10,000 atoms take less than the rest. */
export const MAX_TEXT_BYTES = MAX_SKILL_BYTES - 6 * 1024 * 1024;

/** The generated skill of a version. @param atoms - all of it, in any order, with their texts */
export function renderSkill(origin: SkillOrigin, atoms: readonly SkillAtom[]): Skill {
  const visible = showTexts(atoms);
  const groups = groupAtoms(visible);
  const written = writeAtomFiles(origin, groups);
  const { description, files } = writeSkillMd(origin, written.groups);
  const encoder = new TextEncoder();
  const all = [...files, ...written.files].map(
    ({ path, text }): SkillFile => ({ path, bytes: encoder.encode(text) }),
  );
  const left = visible.filter(({ text }) => text === undefined).length;
  return {
    name: skillNameOf(origin.name),
    description,
    files: sortFiles(all),
    isOwn: false,
    notes:
      left === 0
        ? []
        : [`${left} of ${atoms.length} atoms are listed without their texts: the skill would be too large`],
  };
}

/** The atoms by id, with their texts in visible form for as long as there is room. */
function showTexts(atoms: readonly SkillAtom[]): SkillAtom[] {
  const encoder = new TextEncoder();
  let left = MAX_TEXT_BYTES;
  return atoms
    .toSorted((a, b) => compareText(a.id, b.id))
    .map((atom) => {
      if (atom.text === undefined || left < 0) return { ...atom, text: undefined };
      const text = toVisible(atom.text).trimEnd();
      left -= encoder.encode(text).length;
      return { ...atom, text: left < 0 ? undefined : text };
    });
}
