// Synthetic Primes for benchmarks: scopes, names and words are as skewed as real ones. The same seed gives
// the same Primes.
import { randomNumbers } from './random-numbers.ts';
import {
  ACTIONS,
  inflect,
  KINDS,
  LICENSES,
  QUALITIES,
  SCOPE_HEADS,
  SCOPE_TAILS,
  SUBJECTS,
} from './vocabulary.ts';
import { writeDescription } from './write-description.ts';
import { type Random, wholeBetween, zipfChoice } from './zipf-choice.ts';

/** A synthetic Prime. All versions have the same description, tags, namespaces and licence. */
export interface SyntheticPrime {
  /** `@scope/name`, unique. */
  readonly name: string;
  /** Ascending and unique, at least one. The last one is stable. */
  readonly versions: readonly string[];
  /** 5 to 40 words. */
  readonly description: string;
  readonly tags: readonly string[];
  readonly namespaces: readonly string[];
  readonly license: string;
  readonly readme?: string;
}

/** What to generate. */
export interface CorpusOptions {
  /** Number of Primes. */
  readonly count: number;
  /** A whole number above 0. Another seed gives another corpus. */
  readonly seed: number;
  /** Mean number of versions of a Prime: a few have very many. 1 or more, default 10. */
  readonly meanVersions?: number;
}

const chooseSubject = zipfChoice([...new Set(SUBJECTS)], 6);
const chooseKind = zipfChoice(KINDS, 4);
const chooseAction = zipfChoice(
  ACTIONS.flatMap((verb) => inflect(verb)[2] ?? verb),
  6,
);
const chooseQuality = zipfChoice(QUALITIES, 4);
const chooseLicense = zipfChoice(LICENSES, 2);
const chooseScope = zipfChoice(listScopes(), 20);

/**
 * Generates the first `count` Primes of a corpus lazily: a million versions need memory only for the names.
 */
export function* generatePrimes({
  count,
  seed,
  meanVersions = 10,
}: CorpusOptions): Generator<SyntheticPrime> {
  const numbers = randomNumbers(seed);
  const random = (): number => numbers() / 2 ** 32;
  const taken = new Set<string>();
  for (let index = 0; index < count; index += 1) {
    const scope = chooseScope(random);
    const subjects = [chooseSubject(random), chooseSubject(random)];
    const name = takeName(`@${scope}/${shortName(random, subjects)}`, taken);
    yield {
      name,
      versions: listVersions(random, meanVersions),
      description: writeDescription(random, subjects),
      tags: distinct(wholeBetween(random, 0, 5), () =>
        random() < 0.4 ? subjects[0] : chooseSubject(random),
      ),
      namespaces: [`@${scope}`, ...(random() < 0.2 ? [`@${scope}/${chooseSubject(random)}`] : [])],
      license: chooseLicense(random),
    };
  }
}

/** The scopes, those with most publishes first. */
function listScopes(): string[] {
  const pairs = SCOPE_TAILS.flatMap((tail) => SCOPE_HEADS.map((head) => `${head}-${tail}`));
  return [...SCOPE_HEADS, ...pairs];
}

function shortName(random: Random, [first = '', second = '']: readonly string[]): string {
  const shape = random();
  if (shape < 0.06) return first;
  if (shape < 0.36) return `${first}-${chooseKind(random)}`;
  if (shape < 0.56) return `${first}-${second}`;
  if (shape < 0.76) return `${first}-${second}-${chooseKind(random)}`;
  if (shape < 0.88) return `${chooseQuality(random)}-${first}-${chooseKind(random)}`;
  return `${chooseAction(random)}-${chooseQuality(random)}-${first}`;
}

/** The name, with a number appended if it is taken. */
function takeName(wanted: string, taken: Set<string>): string {
  let name = wanted;
  for (let number = 2; taken.has(name); number += 1) name = `${wanted}-${number}`;
  taken.add(name);
  return name;
}

/**
 * Half of all Primes have few versions. The number follows a Pareto distribution, up to 40 times the mean.
 */
function listVersions(random: Random, mean: number): string[] {
  const count = Math.max(1, Math.round(mean * Math.min(40, 0.5 / Math.sqrt(1 - random()))));
  const versions: string[] = [];
  let [major, minor, patch] = [random() < 0.5 ? 0 : 1, wholeBetween(random, 0, 1), 0];
  while (versions.length < count) {
    const isLast = versions.length === count - 1;
    if (!isLast && random() < 0.08) versions.push(`${major}.${minor}.${patch}-rc.1`);
    versions.push(`${major}.${minor}.${patch}`);
    const step = random();
    if (step < 0.65) patch += 1;
    else if (step < 0.95) [minor, patch] = [minor + 1, 0];
    else [major, minor, patch] = [major + 1, 0, 0];
  }
  return versions;
}

function distinct(count: number, choose: () => string | undefined): string[] {
  const chosen = new Set<string>();
  for (let tries = 0; tries < count; tries += 1) chosen.add(choose() ?? '');
  return [...chosen];
}
