// How much changed from one version to the next, for lists of versions: computed for few at a time, and kept.
import { LruCache, ownTurn, SingleFlight } from '@prime-registry/concurrency';
import { getValue, parseVersion, type Version } from '@prime-registry/protocol';
import type {
  AtomDifferences,
  AtomStore,
  ComparedRow,
  DifferenceBudget,
  PublishedVersion,
  VersionStore,
} from '@prime-registry/store';
import { judgeStep, listVerbs, type VersionStep } from '../../tasks/compare/judge-step.ts';

/**
 * What one page may read; of the pairs beyond, a later page reads more. Lists of atoms, atoms that differ, and what is
 * compared of these, in characters.
 */
const [MAX_LISTED, MAX_ATOMS, MAX_CHARACTERS] = [100_000, 4000, 2_000_000];
/** A step is judged in one go: this many characters in some tens of milliseconds, even if all are edges. */
const MAX_JUDGED = 1_000_000;
/** Atoms of a version that are read to find out whether an edge still has a verb. */
const MAX_SEARCHED = 1000;
const MAX_KEPT = 20_000;
/** Versions do not change, but `prime-registry index` may read their atoms by newer rules. */
const KEPT_MS = 10 * 60_000;

type StepStore = Pick<AtomStore, 'findDifferences' | 'findInventory' | 'findComparedRows'> &
  Pick<VersionStore, 'findPlace'>;

/** Two versions of a Prime, as they were published. */
type ComparedRange = readonly [before: string, after: string];

/** What a version changed since the version before it. */
interface PublishedStep {
  readonly before: string;
  /** Undefined if that is not known. */
  readonly step: VersionStep | undefined;
}

/** Computes steps, and keeps them. */
export class VersionSteps {
  readonly #store: StepStore;
  /** By Prime and range; `unknown` for versions whose atoms were not read. */
  readonly #steps: LruCache<VersionStep | 'unknown'>;
  /** The version before a version, by Prime and version. */
  readonly #before: LruCache<Version | 'none'>;
  readonly #computing = new SingleFlight<void>();

  constructor(store: StepStore, now: () => number) {
    this.#store = store;
    this.#steps = new LruCache({ maxSize: MAX_KEPT, ttlMs: KEPT_MS, now });
    this.#before = new LruCache({ maxSize: MAX_KEPT, ttlMs: KEPT_MS, now });
  }

  /**
   * The steps of some ranges of a Prime, by their second version; those that are not known are left out.
   * @param budget - what may be read for them
   */
  async listSteps(
    name: string,
    ranges: readonly ComparedRange[],
    budget: DifferenceBudget = createBudget(),
  ): Promise<ReadonlyMap<string, VersionStep>> {
    const missing = ranges.filter((range) => this.#steps.get(keyOf(name, range)) === undefined);
    // Those who ask for the same at once share the work.
    if (missing.length > 0)
      await this.#computing.run(JSON.stringify([name, missing]), () => this.#compute(name, missing, budget));
    return new Map(
      ranges.flatMap((range) => {
        const step = this.#steps.get(keyOf(name, range));
        return step === undefined || step === 'unknown' ? [] : [[range[1], step]];
      }),
    );
  }

  /** The steps to published versions, in their order; undefined for the first version of a Prime. */
  async listPublishedSteps(
    versions: readonly Pick<PublishedVersion, 'name' | 'version'>[],
  ): Promise<readonly (PublishedStep | undefined)[]> {
    const ranges: (ComparedRange | undefined)[] = [];
    for (const each of versions) ranges.push(await this.#findRange(each));
    const byPrime = Map.groupBy(versions.keys(), (index) => versions[index]?.name ?? '');
    const steps = new Map<number, VersionStep>();
    // One for all of them.
    const budget = createBudget();
    for (const [name, indexes] of byPrime) {
      const found = await this.listSteps(
        name,
        indexes.flatMap((index) => {
          const range = ranges[index];
          return range === undefined ? [] : [range];
        }),
        budget,
      );
      for (const index of indexes) {
        const step = found.get(ranges[index]?.[1] ?? '');
        if (step !== undefined) steps.set(index, step);
      }
    }
    return ranges.map((range, index) => range && { before: range[0], step: steps.get(index) });
  }

  async #findRange({
    name,
    version,
  }: Pick<PublishedVersion, 'name' | 'version'>): Promise<ComparedRange | undefined> {
    const before = await this.#before.getOrLoad(`${name} ${version}`, async () => {
      const place = await this.#store.findPlace(name, getValue(parseVersion(version)));
      return place.before ?? 'none';
    });
    return before === 'none' ? undefined : [before.full, version];
  }

  async #compute(name: string, ranges: readonly ComparedRange[], budget: DifferenceBudget): Promise<void> {
    const pairs = ranges.map(
      ([before, after]) => [getValue(parseVersion(before)), getValue(parseVersion(after))] as const,
    );
    const found = await this.#store.findDifferences(name, pairs, budget);
    for (const [index, differences] of found.entries()) {
      const [range, pair] = [ranges[index], pairs[index]];
      if (range === undefined || pair === undefined) continue;
      const step = differences && (await this.#judge(name, pair[1], differences));
      this.#steps.set(keyOf(name, range), step ?? 'unknown');
    }
  }

  async #judge(name: string, to: Version, differences: AtomDifferences): Promise<VersionStep | undefined> {
    if (charactersOf(differences.before) + charactersOf(differences.after) > MAX_JUDGED) return undefined;
    await ownTurn();
    const { step, resolve } = judgeStep(differences);
    if (resolve === undefined) return step;
    const verbs = await this.#findVerbs(name, to);
    return verbs && resolve(verbs);
  }

  async #findVerbs(name: string, version: Version): Promise<ReadonlySet<string> | undefined> {
    const inventory = await this.#store.findInventory(name, version);
    if (inventory === undefined || inventory.atomCount > MAX_SEARCHED) return undefined;
    const verbs = new Set<string>();
    let characters = 0;
    for await (const rows of (await this.#store.findComparedRows(name, version)) ?? []) {
      characters += charactersOf(rows);
      if (characters > MAX_JUDGED) return undefined;
      await ownTurn();
      for (const verb of listVerbs(rows)) verbs.add(verb);
    }
    return verbs;
  }
}

function createBudget(): DifferenceBudget {
  return { listed: MAX_LISTED, atoms: MAX_ATOMS, characters: MAX_CHARACTERS, isUsed: false };
}

function charactersOf(rows: readonly ComparedRow[]): number {
  return rows.reduce((sum, { edges, fields, facts }) => sum + edges.length + fields.length + facts.length, 0);
}

function keyOf(name: string, [before, after]: ComparedRange): string {
  return `${name} ${before} ${after}`;
}
