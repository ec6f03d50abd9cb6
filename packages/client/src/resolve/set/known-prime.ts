// One Prime in the search for a set: its candidates, and which of them match a required range.
import { getValue, parseRange, type Requires } from '@prime-registry/protocol';
import type { RegistryReader } from '../../registry-reader.ts';
import { listCandidates } from '../pick-version.ts';
import type { Moves, Resolution } from '../resolution.ts';
import type { ResolutionError } from '../resolution-error.ts';
import { choicesOf } from './clause.ts';
import type { SearchBudget } from './search-budget.ts';
import type { Allowed, SolverCandidate } from './solve.ts';

/** A version that is in use already. */
export interface LockedCandidate {
  readonly version: string;
  readonly requires: Requires;
  /** Set if no other version may be chosen, and no registry asked: it is not from a registry. */
  readonly isFixed?: true;
}

/** A version that can be chosen. */
export interface SetCandidate<R extends RegistryReader> extends SolverCandidate {
  /** `listed`: the registry that decides about the name lists it; `resolved`: only an exact request found it. */
  readonly kind: 'locked' | 'listed' | 'resolved';
  /** The name that has the version, if the requested name has moved. */
  readonly ownName: string;
  /** Set once its manifest was read. */
  readonly resolution?: Resolution<R>;
}

type Matching = { readonly resolved?: string } | { readonly error: ResolutionError };

/** The work of comparing one candidate with a range, in units of the budget. */
const MATCH_WORK = 50;

/** The order of the candidates depends on what they are, never on when they were found. */
export class KnownPrime<R extends RegistryReader> {
  readonly name: string;
  readonly locked: LockedCandidate | undefined;
  readonly #budget: SearchBudget;
  readonly #listed = new Map<string, SetCandidate<R>>();
  readonly #resolved = new Map<string, SetCandidate<R>>();
  readonly #ranges = new Map<string, Matching>();
  readonly #allowed = new Map<string, Allowed>();
  #candidates: readonly SetCandidate<R>[] | undefined;
  /** The number of versions that were withdrawn after the list was read. */
  withdrawn = 0;

  constructor(name: string, locked: LockedCandidate | undefined, budget: SearchBudget) {
    this.name = name;
    this.locked = locked;
    this.#budget = budget;
  }

  /** In order of preference: the locked version, then the newest name, then the highest version. */
  get candidates(): readonly SetCandidate<R>[] {
    const { name, locked } = this;
    this.#candidates ??= [
      ...(locked === undefined ? [] : [{ ...locked, kind: 'locked' as const, ownName: name }]),
      ...this.#listed.values(),
      ...[...this.#resolved].sort(([a], [b]) => (a < b ? 1 : -1)).map(([, candidate]) => candidate),
    ];
    return this.#candidates;
  }

  /** Undefined for a range that was not looked up. */
  allowed(range: string): Allowed | undefined {
    const matching = this.#ranges.get(range);
    if (matching === undefined) return undefined;
    let allowed = this.#allowed.get(range);
    if (allowed === undefined) {
      allowed =
        'error' in matching
          ? { problem: matching.error.message }
          : { choices: this.#match(range, matching.resolved) };
      this.#allowed.set(range, allowed);
    }
    return allowed;
  }

  /** The range that was looked up first, for messages. */
  get firstRange(): string {
    return this.#ranges.keys().next().value ?? '*';
  }

  /** Why nothing matches a range. */
  findError(range: string): ResolutionError | undefined {
    const matching = this.#ranges.get(range);
    return matching !== undefined && 'error' in matching ? matching.error : undefined;
  }

  /** Adds what the registry that decides about the name lists. */
  addLists(lists: Moves['lists']): void {
    for (const { name: ownName, list } of lists) {
      const entries = new Map(list.versions.map((entry) => [entry.version, entry]));
      for (const { full: version } of listCandidates(list)) {
        const { requires = {}, requires_omitted: isOmitted = false } = entries.get(version) ?? {};
        const candidate = { version, ownName, kind: 'listed' as const };
        const key = keyOf(candidate);
        if (this.#listed.has(key)) continue;
        this.#budget.keep(Object.keys(requires).length);
        this.#listed.set(key, { ...candidate, requires: isOmitted ? undefined : requires });
        const { resolution } = this.#resolved.get(key) ?? {};
        if (resolution === undefined || resolution.passedOver.length > 0) continue;
        this.#resolved.delete(key);
        this.addResolution(resolution);
      }
    }
    this.#change();
  }

  /** Adds a version with its manifest. One of a later registry never takes the place of a listed one. */
  addResolution(resolution: Resolution<R>): void {
    const { name, version, movedTo: ownName = name, manifest } = resolution;
    const key = keyOf({ ownName, version });
    const isOfList = resolution.passedOver.length === 0 && this.#listed.has(key);
    const kind = isOfList ? ('listed' as const) : ('resolved' as const);
    const candidate = { version, ownName, kind, requires: manifest.requires ?? {}, resolution };
    (isOfList ? this.#listed : this.#resolved).set(key, candidate);
    // In the place of a listed one, it changes neither the order nor what ranges match.
    if (isOfList) this.#candidates = undefined;
    else this.#change();
  }

  /** Removes a listed version, and forgets what matched. */
  withdraw(candidate: SetCandidate<R>): void {
    this.#listed.delete(keyOf(candidate));
    this.#ranges.clear();
    this.withdrawn += 1;
    this.#change();
  }

  /** Notes that listed versions match a range, or that it was resolved to one version, or why nothing matches. */
  setRange(range: string, matching: Resolution<R> | ResolutionError | 'listed'): void {
    this.#allowed.delete(range);
    if (matching === 'listed') this.#ranges.set(range, {});
    else if (matching instanceof Error) this.#ranges.set(range, { error: matching });
    else {
      const { name, version, movedTo: ownName = name } = matching;
      this.#ranges.set(range, { resolved: keyOf({ version, ownName }) });
    }
  }

  #match(rangeText: string, resolved: string | undefined): bigint {
    const range = getValue(parseRange(rangeText));
    this.#budget.spend(this.candidates.length * MATCH_WORK);
    const isMatch = (candidate: SetCandidate<R>): boolean => {
      const { kind, version } = candidate;
      return kind === 'locked' || (kind === 'listed' && resolved === undefined)
        ? range.matches(version)
        : keyOf(candidate) === resolved;
    };
    return choicesOf(this.candidates.flatMap((candidate, index) => (isMatch(candidate) ? [index] : [])));
  }

  #change(): void {
    this.#candidates = undefined;
    this.#allowed.clear();
  }
}

function keyOf({ ownName, version }: Pick<SetCandidate<RegistryReader>, 'ownName' | 'version'>): string {
  return `${ownName} ${version}`;
}
