// Entries of Agent Skills Discovery 0.2.0.
import type { PrimeSkill } from '@prime-registry/knowledge';
import { SKILL_INDEX_FORM, type SkillIndex, skillArchivePath } from '@prime-registry/protocol';
import { packSkill } from '../../knowledge/skills/pack-skill.ts';

type Entry = SkillIndex['skills'][number];

/** The document with these entries. */
export function toSkillIndex(skills: Entry[]): SkillIndex {
  return { $schema: SKILL_INDEX_FORM, skills };
}

/**
 * The entry of a version.
 * @param indexPath - the path of the document: the address in it is relative, and works behind any proxy
 */
export async function describeSkill({ prime, skill }: PrimeSkill, indexPath: string): Promise<Entry> {
  const { sha256 } = await packSkill(skill);
  const up = '../'.repeat(indexPath.split('/').length - 2);
  const path = skillArchivePath(prime.name, prime.version, skill.name);
  return {
    name: skill.name,
    type: 'archive',
    description: skill.description,
    url: `${up}${path.slice(1)}`,
    digest: `sha256:${sha256}`,
  };
}
