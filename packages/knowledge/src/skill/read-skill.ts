// Reads what a skill is made of from a source of knowledge.
import type { TextLevel } from '@prime-registry/atoms';
import { createPause } from '@prime-registry/concurrency';
import type { KnowledgeSource, ReadOptions } from '../source/knowledge-source.ts';
import type { KnownAtom, KnownPrime } from '../source/known-prime.ts';
import type { SkillAtom } from './group-atoms.ts';
import type { OwnSkill } from './own-skill.ts';
import { MAX_TEXT_BYTES, renderSkill } from './render-skill.ts';
import type { Skill, SkillOrigin } from './skill.ts';

/** How many texts a source gives at once. */
const BATCH = 200;
/** Most bytes of a text for each of its estimated tokens: four letters of two bytes. */
const BYTES_PER_TOKEN = 8;

/** See renderSkill. */
export type RenderSkill = (origin: SkillOrigin, atoms: readonly SkillAtom[]) => Promise<Skill> | Skill;

/** What a skill is made of, besides its atoms. */
export interface SkillReading extends ReadOptions {
  /** What findOwnSkill found in its files, if it has a SKILL.md at its root. */
  readonly own?: OwnSkill | undefined;
  /** Renders it elsewhere: that may take long for hostile texts. */
  readonly render?: RenderSkill | undefined;
}

/**
 * The skill of a version: its own SKILL.md with its other files, or a generated one.
 * @returns undefined if its atoms were never read, and it has no SKILL.md
 */
export async function readSkill(
  source: Pick<KnowledgeSource, 'readAtoms' | 'readTexts'>,
  prime: KnownPrime,
  { own, render = renderSkill, ...options }: SkillReading = {},
): Promise<Skill | undefined> {
  if (own !== undefined && 'files' in own) return own;
  const atoms: KnownAtom[] = [];
  for await (const batch of source.readAtoms(prime, options)) atoms.push(...batch);
  if (atoms.length === 0 && prime.atomCount > 0) return undefined;
  const { name, version, sha256, description, license } = prime;
  const origin = { name, version, sha256, description, license };
  const skill = await render(origin, await addTexts(source, prime, atoms, options));
  return own === undefined ? skill : { ...skill, notes: [...skill.notes, `${own.problem}: it was not used`] };
}

async function addTexts(
  source: Pick<KnowledgeSource, 'readTexts'>,
  prime: KnownPrime,
  atoms: readonly KnownAtom[],
  options: ReadOptions,
): Promise<SkillAtom[]> {
  const level = levelOf(atoms);
  const encoder = new TextEncoder();
  const result: SkillAtom[] = [];
  let left = MAX_TEXT_BYTES;
  const sorted = atoms.toSorted((a, b) => (a.id < b.id ? -1 : 1));
  const pause = createPause();
  for (let at = 0; at < sorted.length; at += BATCH) {
    await pause();
    const batch = sorted.slice(at, at + BATCH);
    const texts = await source.readTexts(
      prime,
      batch.map(({ id }) => id),
      level,
      options,
    );
    for (const atom of batch) {
      const text = texts.get(atom.id) ?? '';
      left -= encoder.encode(text).length;
      result.push({ ...atom, text: left < 0 ? undefined : text });
    }
  }
  return result;
}

/** The longest level whose texts surely fit. */
function levelOf(atoms: readonly KnownAtom[]): TextLevel {
  const fits = (level: TextLevel): boolean =>
    atoms.reduce((sum, { tokens }) => sum + tokens[level], 0) * BYTES_PER_TOKEN <= MAX_TEXT_BYTES;
  return (['full', 'core'] as const).find(fits) ?? 'summary';
}
