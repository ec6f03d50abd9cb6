// Line diffs of the texts of atoms.
import type { Atom } from '@prime-registry/atoms';
import type { RegistryClient } from '@prime-registry/client';
import { mapConcurrently } from '@prime-registry/concurrency';
import type { AtomDiff } from '@prime-registry/protocol';
import { ignoreAbsent } from '../registries/ignore-absent.ts';
import { compareLines, MAX_PAIRS } from './compare-lines.ts';

/** The changed text of an atom. */
export interface TextChange {
  readonly id: string;
  /** The lines of both versions: `-` before, `+` after, a space in both, `@` where equal lines are left out. */
  readonly lines: readonly string[];
}

type TextAtom = Pick<Atom, 'id'> & { readonly texts: Pick<Atom['texts'], 'full'> };

/** How many atoms are compared as well as possible; with thousands of long texts that would take minutes. */
const CAREFUL = 50;
const MAX_PAIRS_OF_MANY = 10_000;

/** The changed texts of atoms that are in both versions. */
export function diffTexts(before: readonly TextAtom[], after: readonly TextAtom[]): TextChange[] {
  const old = new Map(before.map(({ id, texts }) => [id, texts.full]));
  const changes: TextChange[] = [];
  for (const { id, texts } of after) {
    const text = old.get(id);
    if (text === undefined || text === texts.full) continue;
    const maxPairs = changes.length < CAREFUL ? MAX_PAIRS : MAX_PAIRS_OF_MANY;
    changes.push({ id, lines: compareLines(text, texts.full, maxPairs) });
  }
  return changes;
}

/** Most atoms whose texts are requested, and how many at the same time. */
const MAX_REQUESTED = 20;
const AT_ONCE = 4;

/** The changed texts of the first changed atoms of two published versions, without those the registry lacks. */
export async function diffPublishedTexts(
  registry: RegistryClient,
  { name, from, to, changed }: Pick<AtomDiff, 'name' | 'from' | 'to' | 'changed'>,
  signal: AbortSignal,
): Promise<TextChange[]> {
  const read = async (id: string, version: string): Promise<string | undefined> => {
    const options = { text: 'full', prime: name, version, signal } as const;
    return (await registry.atom(id, options).catch(ignoreAbsent))?.text;
  };
  const ids = changed.slice(0, MAX_REQUESTED).map(({ id }) => id);
  const texts = await mapConcurrently(ids, { limit: AT_ONCE, signal }, async (id): Promise<TextChange[]> => {
    const [before, after] = await Promise.all([read(id, from), read(id, to)]);
    if (before === undefined || after === undefined || before === after) return [];
    return [{ id, lines: compareLines(before, after) }];
  });
  return texts.flat();
}
