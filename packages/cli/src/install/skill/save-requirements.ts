// Adds requirements to the list in a SKILL.md, and leaves everything else in it as it is.
import { join } from 'node:path';
import { getValue, parseRange } from '@prime-registry/protocol';
import { ValidationError } from '../../errors/validation-error.ts';
import { readProjectFile } from '../../files/read-project-file.ts';
import type { InstallDeps } from '../install-primes.ts';
import { insertRequirement } from './insert-requirement.ts';
import { findSkillRequirements, MAX_SKILL_BYTES, type Requirement, SKILL_FILE } from './requirements.ts';
import { rewriteSkill } from './rewrite-skill.ts';
import { type RewrittenSkill, readRanges, requireRanges, toRewritten } from './rewritten-skill.ts';

/** The requirements of a project after new ones were added to SKILL.md, and that file. */
export interface SavedRequirements {
  readonly requirements: {
    readonly skill: ReadonlyMap<string, Requirement>;
    readonly named: readonly Requirement[];
  };
  /** Not written yet. */
  readonly skillFile: RewrittenSkill;
}

/**
 * Adds the named Primes to the list in SKILL.md. One that is named without a range gets the range of its latest
 * version, `^1.2.0`, or keeps the range that is there.
 * @throws ValidationError without a SKILL.md; CommandError if it cannot be changed without a person
 */
export async function saveRequirements(
  projectFolder: string,
  named: readonly Requirement[],
  { getResolver, signal }: Pick<InstallDeps, 'getResolver' | 'signal'>,
): Promise<SavedRequirements> {
  const skill = await findSkillRequirements(projectFolder);
  if (skill === undefined) {
    const names = named.map(({ name }) => name).join(' ');
    throw new ValidationError(`there is no ${SKILL_FILE} with a frontmatter here to add ${names} to`, [], {
      hint: `'prime install ${names}' installs it for this project without one`,
    });
  }
  const saved: Requirement[] = [];
  for (const { name, range } of named) {
    const listed = skill.get(name);
    if (range.kind !== 'latest') saved.push({ name, range, required_by: SKILL_FILE });
    else if (listed !== undefined) saved.push(listed);
    else {
      const resolver = await getResolver(`${name} needs the range of its latest version`);
      const { version } = await resolver.resolve(name, range.text, { signal });
      saved.push({ name, range: getValue(parseRange(`^${version}`)), required_by: SKILL_FILE });
    }
  }
  return {
    requirements: {
      skill: new Map([...skill, ...saved.map((each) => [each.name, each] as const)]),
      named: saved,
    },
    skillFile: await prepareSkill(projectFolder, saved),
  };
}

async function prepareSkill(
  projectFolder: string,
  requirements: readonly Requirement[],
): Promise<RewrittenSkill> {
  const path = join(projectFolder, SKILL_FILE);
  const before = (await readProjectFile(path, MAX_SKILL_BYTES)) ?? '';
  const text = await addRequirements(before, requirements);
  return toRewritten(path, before, text);
}

/** The text with the requirements. @throws CommandError if it cannot be changed without a person */
async function addRequirements(text: string, requirements: readonly Requirement[]): Promise<string> {
  const listed = await readRanges(text);
  const changed = requirements.flatMap(({ name, range }) => {
    const old = listed.get(name);
    if (old === undefined || old === range.text) return [];
    return [{ name, range: old, new_name: name, new_range: range.text, required_by: SKILL_FILE }];
  });
  const added = requirements.filter(({ name }) => !listed.has(name));
  let after = changed.length > 0 ? rewriteSkill(text, changed) : text;
  for (const requirement of added) after = insertRequirement(after, describe(requirement));
  for (const { name, range } of requirements) listed.set(name, range.text);
  await requireRanges(after, listed, `add ${requirements.map(describe).join(' and ')} to its list 'primes:'`);
  return after;
}

function describe({ name, range }: Requirement): string {
  return range.text === 'latest' ? name : `${name}@${range.text}`;
}
