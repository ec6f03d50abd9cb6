// Typing errors in searches without a registry: a word that occurs nowhere may mean one that does.
import { countForgiven, countMistakes } from '@prime-registry/atoms';
import type { IndexedPrime } from './index-prime.ts';

/** The words that occur nowhere, each with the closest one that does; words without one are left out. */
export function correctWords(
  primes: readonly IndexedPrime[],
  words: readonly string[],
): { readonly from: string; readonly to: string }[] {
  const known = new Map<string, number>();
  for (const { counts, atoms } of primes) {
    for (const each of [{ counts }, ...atoms]) {
      for (const word of each.counts.keys()) known.set(word, (known.get(word) ?? 0) + 1);
    }
  }
  return words.flatMap((from) => {
    const to = known.has(from) ? undefined : findClosest(from, known);
    return to === undefined ? [] : [{ from, to }];
  });
}

/** The closest text to a typed one, by typing errors; undefined if all are too far. */
function findClosest(typed: string, known: ReadonlyMap<string, number>): string | undefined {
  const forgiven = countForgiven(typed);
  if (forgiven === 0) return undefined;
  let best: { readonly word: string; readonly distance: number; readonly count: number } | undefined;
  for (const [word, count] of known) {
    if (Math.abs(word.length - typed.length) > forgiven) continue;
    const distance = countMistakes(typed, word).inWhole;
    if (distance > forgiven) continue;
    const isBetter =
      best === undefined ||
      distance < best.distance ||
      (distance === best.distance && (count > best.count || (count === best.count && word < best.word)));
    if (isBetter) best = { word, distance, count };
  }
  return best?.word;
}
