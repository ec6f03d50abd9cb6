// What the search for a set knows about Primes. Each registry decides about a name by the same rules as for a Prime
// that is requested directly.
import { getValue, parseRange, type VersionRange } from '@prime-registry/protocol';
import type { RegistryManifest, RegistryReader } from '../../registry-reader.ts';
import { explainMissingManifest, explainYankedList } from '../explain-failure.ts';
import { listNotes } from '../explain-move.ts';
import type { Moves, Resolution } from '../resolution.ts';
import { ResolutionError } from '../resolution-error.ts';
import { findManifest } from '../route.ts';
import type { AskAhead, RangeAhead } from './ask-ahead.ts';
import { KnownPrime, type LockedCandidate, type SetCandidate } from './known-prime.ts';
import type { SearchBudget } from './search-budget.ts';
import type { Allowed, Problem } from './solve.ts';

export interface SetSource<R extends RegistryReader> {
  resolve(name: string, range: string, signal: AbortSignal): Promise<Resolution<R>>;
  /** The versions of a Prime under each of its names, in the registry that decides about it. */
  readMoves(name: string, signal: AbortSignal): Promise<SetListing<R>>;
  readManifest(registry: R, name: string, version: string, signal: AbortSignal): Promise<RegistryManifest>;
  /** Asks ahead for what the methods above will ask for. */
  readonly ahead: Pick<AskAhead, 'askForRanges' | 'askForManifests'>;
}

export interface SetListing<R extends RegistryReader> {
  readonly registry: R;
  readonly moves: Moves;
}

/** The work of looking a range up, in units of the budget, apart from the registry's: hostile Primes could require millions. */
const LOOK_UP_WORK = 2000;

/** Most versions of a Prime that are tried when its list contains yanked ones. */
const MAX_WITHDRAWN = 5;

/** What one search knows at its beginning. */
export interface KnownPrimesOptions {
  readonly locked: ReadonlyMap<string, LockedCandidate>;
  /** Whether a locked version that matches is the only candidate, instead of the preferred one. */
  readonly isPinned: boolean;
  readonly budget: SearchBudget;
}

export class KnownPrimes<R extends RegistryReader> implements Problem {
  readonly #source: SetSource<R>;
  readonly #options: KnownPrimesOptions;
  readonly #primes = new Map<string, KnownPrime<R>>();
  readonly #listings = new Map<string, SetListing<R>>();

  constructor(source: SetSource<R>, options: KnownPrimesOptions) {
    this.#source = source;
    this.#options = options;
  }

  /** The number of Primes after these ranges were looked up. */
  countWith(ranges: readonly RangeAhead[]): number {
    const added = new Set(ranges.map(([name]) => name).filter((name) => !this.#primes.has(name)));
    return this.#primes.size + added.size;
  }

  candidates(name: string): readonly SetCandidate<R>[] {
    return this.#primes.get(name)?.candidates ?? [];
  }

  allowed(name: string, range: string): Allowed | undefined {
    return this.#primes.get(name)?.allowed(range);
  }

  /** Why nothing matches a range. */
  findError(name: string, range: string): ResolutionError | undefined {
    return this.#primes.get(name)?.findError(range);
  }

  /** Asks registries ahead for ranges that are about to be looked up. */
  async loadAhead(ranges: readonly RangeAhead[], signal: AbortSignal): Promise<void> {
    const asked = ranges.filter(([name, rangeText]) => {
      const range = parseRange(rangeText);
      if (!range.ok || (range.value.kind === 'range' && this.#listings.has(name))) return false;
      return !this.#isDecided(this.#options.locked.get(name), range.value);
    });
    await this.#source.ahead.askForRanges(asked, signal);
  }

  /** Asks registries ahead for the manifests of listed versions. */
  async confirmAhead(
    wanted: readonly (readonly [name: string, candidate: SetCandidate<R>])[],
    signal: AbortSignal,
  ): Promise<void> {
    const items = wanted.flatMap(([name, { kind, resolution, ownName, version }]) => {
      const registry = this.#listings.get(name)?.registry;
      const isAsked = kind !== 'locked' && resolution === undefined && registry !== undefined;
      return isAsked ? [{ registry, name: ownName, version }] : [];
    });
    await this.#source.ahead.askForManifests(items, signal);
  }

  /**
   * Looks a range up. That nothing matches it is no error here.
   * @throws the error of a registry that fails
   */
  async load(name: string, rangeText: string, signal: AbortSignal): Promise<void> {
    const prime = this.#know(name);
    this.#options.budget.spend(LOOK_UP_WORK);
    try {
      const range = getValue(parseRange(rangeText));
      if (prime.locked?.isFixed === true && !range.matches(prime.locked.version))
        throw refuseFixed(name, rangeText, prime.locked);
      if (this.#isDecided(prime.locked, range)) {
        prime.setRange(rangeText, 'listed');
        return;
      }
      if (range.kind === 'range') {
        await this.#list(prime, signal);
        prime.setRange(rangeText, 'listed');
        const allowed = prime.allowed(rangeText);
        if (allowed !== undefined && 'choices' in allowed && allowed.choices !== 0n) return;
      }
      // For a range that nothing matches, the resolver says why.
      const resolution = await this.#source.resolve(name, rangeText, signal);
      prime.addResolution(resolution);
      prime.setRange(rangeText, resolution);
    } catch (error) {
      if (!(error instanceof ResolutionError)) throw error;
      prime.setRange(rangeText, error);
    }
  }

  /**
   * Reads the manifest of a listed version; undefined if it was withdrawn after the list was read.
   * @throws ResolutionError if the registry lists too many such versions, or one without a manifest
   */
  async confirm(
    name: string,
    candidate: SetCandidate<R>,
    signal: AbortSignal,
  ): Promise<Resolution<R> | undefined> {
    if (candidate.resolution !== undefined) return candidate.resolution;
    const listing = this.#listings.get(name);
    if (listing === undefined) throw new Error(`${name} was not listed`);
    const { registry, moves } = listing;
    const { ownName, version } = candidate;
    const prime = this.#know(name);
    const details = { primeName: name, range: version, registries: [registry.baseUrl] };
    const manifest = await findManifest(() => this.#source.readManifest(registry, ownName, version, signal));
    if (manifest === undefined) {
      const message = explainMissingManifest(`${ownName} ${version}`, registry.baseUrl);
      throw new ResolutionError(message, { ...details, reason: 'inconsistent' });
    }
    if (manifest === 'removed' || manifest.yanked) {
      prime.withdraw(candidate);
      if (prime.withdrawn < MAX_WITHDRAWN) return undefined;
      const message = explainYankedList(ownName, registry.baseUrl, [version]);
      throw new ResolutionError(message, { ...details, reason: 'inconsistent' });
    }
    const notes = listNotes(moves, name, ownName, prime.firstRange, registry.baseUrl);
    const resolution: Resolution<R> = {
      ...{ name, version: manifest.version, registry, manifest, passedOver: [] },
      ...(ownName !== name && { movedTo: ownName }),
      ...(notes.length > 0 && { notes }),
    };
    prime.addResolution(resolution);
    return resolution;
  }

  /** Whether the version in use decides about a range: no registry is asked. */
  #isDecided(locked: LockedCandidate | undefined, range: VersionRange): boolean {
    if (locked === undefined) return false;
    if (locked.isFixed === true) return true;
    return range.matches(locked.version) && (this.#options.isPinned || range.kind === 'exact');
  }

  #know(name: string): KnownPrime<R> {
    let prime = this.#primes.get(name);
    if (prime === undefined) {
      prime = new KnownPrime(name, this.#options.locked.get(name), this.#options.budget);
      this.#primes.set(name, prime);
    }
    return prime;
  }

  async #list(prime: KnownPrime<R>, signal: AbortSignal): Promise<void> {
    if (this.#listings.has(prime.name)) return;
    const listing = await this.#source.readMoves(prime.name, signal);
    if (this.#listings.has(prime.name)) return;
    this.#listings.set(prime.name, listing);
    prime.addLists(listing.moves.lists);
  }
}

function refuseFixed(name: string, range: string, { version }: LockedCandidate): ResolutionError {
  return new ResolutionError(`${name} ${version} is not from a registry, and does not match ${range}.`, {
    ...{ primeName: name, range, registries: [] },
    reason: 'conflict',
  });
}
