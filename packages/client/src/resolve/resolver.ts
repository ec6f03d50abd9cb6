// Resolves versions over several registries. The rules for each kind of request are in a file of their own.
import {
  getValue,
  parsePrimeName,
  parseRange,
  parseScope,
  parseVersion,
  type VersionList,
} from '@prime-registry/protocol';
import { Deadline } from '../http/patience.ts';
import type {
  RegistryManifest,
  RegistryReader,
  RequestOptions,
  SharedRequestOptions,
  VersionsOptions,
} from '../registry-reader.ts';
import { explainNotFound } from './explain-failure.ts';
import { type FollowDeps, followMoves } from './follow-moves.ts';
import { ReadAhead } from './read-ahead.ts';
import type { Fallback, Moves, Query, Resolution } from './resolution.ts';
import { ResolutionError } from './resolution-error.ts';
import { resolveExact } from './resolve-exact.ts';
import { resolveListed } from './resolve-listed.ts';
import {
  type LockedPrime,
  type LockedResolution,
  resolveLockedPrime,
  routeOfLocked,
} from './resolve-locked.ts';
import { findAnswer, listAsked } from './route.ts';
import { AskAhead } from './set/ask-ahead.ts';
import {
  type ResolveSetOptions,
  resolveSet,
  type SetMember,
  type SetRequirement,
} from './set/resolve-set.ts';
import { SharedLists } from './shared-lists.ts';

/** The registries of a resolver. */
export interface ResolverOptions<R extends RegistryReader = RegistryReader> {
  /** In the order in which they are asked; at least one. */
  readonly registries: readonly R[];
  /** Scopes, such as `@acme`, whose Primes come from one registry only. */
  readonly pins?: ReadonlyMap<string, R>;
  /**
   * Called with the scope of every name before any registry is asked; what it throws is the result of the
   * call.
   */
  readonly checkScope?: (scope: string) => void;
  /** What a later registry may supply; `version` by default, as in the contract. */
  readonly fallback?: Fallback;
  /**
   * How long to wait for each Prime in all, whatever number of requests and registries that takes, in milliseconds;
   * without limit by default.
   */
  readonly totalMs?: number;
  /** Called by `resolve` with every result that passes over a registry which has the name. */
  readonly onPassedOver?: (resolution: Resolution) => void;
}

/** The versions of a Prime, and the registry that has them. */
export interface ListedVersions<R extends RegistryReader = RegistryReader> {
  readonly registry: R;
  readonly list: VersionList;
}

/** The versions of a Prime under each of its names, and the registry that has them. */
export interface ListedMoves<R extends RegistryReader = RegistryReader> extends Pick<Moves, 'lists'> {
  readonly registry: R;
}

/**
 * Resolves Primes over several registries, in order:
 * - for a pinned scope, only its registry is asked;
 * - only after a 404 is the next registry asked; any other failure is thrown, and no further registry is
 *   asked;
 * - for ranges and lists, the first registry that has a name decides about it; for an exact version, only with
 *   `fallback: 'name'`. Without it, the result names the registries that were passed over;
 * - the move of a Prime to another name is followed within its registry only, and only to a scope for which that
 *   registry is asked as well.
 *
 * Use one resolver per command: it keeps the lists it has read. Every method rejects with a ResolutionError
 * when nothing matches, with the error of the registry when a request fails, and with a TypeError, before any
 * request, when a name, a range or a version is malformed. `R` is the type of the registries.
 */
export class Resolver<R extends RegistryReader = RegistryReader> {
  readonly #registries: readonly R[];
  readonly #pins: ReadonlyMap<string, R>;
  readonly #checkScope: ((scope: string) => void) | undefined;
  readonly #fallback: Fallback;
  readonly #totalMs: number | undefined;
  readonly #onPassedOver: ((resolution: Resolution) => void) | undefined;
  readonly #lists = new SharedLists();
  readonly #ahead = new ReadAhead(this.#lists);

  constructor(options: ResolverOptions<R>) {
    if (options.registries.length === 0) throw new TypeError('A resolver needs at least one registry');
    // One by one: a copy of an object lacks the methods of its class, and so would check no scope.
    this.#registries = [...options.registries];
    this.#pins = new Map(options.pins);
    this.#checkScope = options.checkScope;
    this.#fallback = options.fallback ?? 'version';
    this.#totalMs = options.totalMs;
    this.#onPassedOver = options.onPassedOver;
    // A malformed pin would pin nothing, and its names would go to every registry.
    for (const scope of this.#pins.keys()) getValue(parseScope(scope));
  }

  /**
   * The version for a range (see `parseRange`), and its manifest. Yanked versions are never chosen. For a Prime that
   * has moved, it is the newest name that has such a version; an exact version is looked for under the old name first.
   */
  async resolve(name: string, range: string, options: RequestOptions = {}): Promise<Resolution<R>> {
    return this.#report(await this.#resolve(name, range, options));
  }

  /**
   * Finds a registry that has a locked version with the locked digest. A yanked version is accepted, with a
   * warning. Only configured registries are asked, the one of the lock file first.
   */
  async resolveLocked(locked: LockedPrime, given: RequestOptions = {}): Promise<LockedResolution<R>> {
    const options = this.#limited(given);
    getValue(parseVersion(locked.version));
    getValue(parsePrimeName(locked.name));
    const query = this.#makeQuery(locked.moved_to ?? locked.name, options);
    const { readList, routeOf } = this.#followDeps(options);
    return resolveLockedPrime({ ...query, route: routeOfLocked(locked, routeOf) }, locked, readList);
  }

  /** The versions of a Prime in the first registry that has it. */
  async listVersions(name: string, given: VersionsOptions = {}): Promise<ListedVersions<R>> {
    const options = this.#limited(given);
    const { route } = this.#makeQuery(name, options);
    const found = await findAnswer(route, (registry) => this.#lists.read(registry, name, options));
    if (found !== undefined) return { registry: found.registry, list: found.answer };
    const details = { primeName: name, range: '*', registries: listAsked(route) };
    throw new ResolutionError(explainNotFound(name, route), { ...details, reason: 'not-found' });
  }

  /**
   * The versions of a Prime in the first registry that has it, under each of its names: the newest name first, the
   * requested one last.
   */
  async listMoves(name: string, options: VersionsOptions = {}): Promise<ListedMoves<R>> {
    const { registry, moves } = await this.#readMoves(name, options);
    return { registry, lists: moves.lists };
  }

  /**
   * Finds one version of each required Prime and of all that these require, by name in ASCII order. Every name follows
   * the rules of `resolve`. With `locked`, the versions in use stay where they match. Rejects with a ResolutionError
   * `conflict` if there is no such set; its `conflicts` say which requirements contradict each other.
   */
  async resolveSet(
    requirements: readonly SetRequirement[],
    options: ResolveSetOptions = {},
  ): Promise<ReadonlyMap<string, SetMember<R>>> {
    const ahead = new AskAhead({
      reading: this.#ahead,
      findFirst: (name) => this.#makeQuery(name, {}).route.registries[0],
      totalMs: this.#totalMs,
    });
    const withWait = (signal: AbortSignal) => ({ signal, ...ahead.wait });
    const set = await resolveSet<R>(
      requirements,
      {
        ahead,
        resolve: (name, range, signal) => ahead.noteAnswer(this.#resolve(name, range, withWait(signal))),
        readMoves: (name, signal) => ahead.noteAnswer(this.#readMoves(name, withWait(signal))),
        readManifest: (registry, name, version, signal) =>
          ahead.noteAnswer(this.#readManifest(registry, name, version, withWait(signal))),
      },
      options,
    );
    for (const member of set.values()) if ('resolution' in member) this.#report(member.resolution);
    return set;
  }

  async #readManifest(
    registry: RegistryReader,
    name: string,
    version: string,
    options: SharedRequestOptions,
  ): Promise<RegistryManifest> {
    const known = this.#ahead.takeManifest(registry, name, version);
    return known ?? registry.manifest(name, version, this.#limited(options));
  }

  async #readMoves(name: string, given: VersionsOptions): Promise<{ registry: R; moves: Moves }> {
    const options = this.#limited(given);
    const { registry, list } = await this.listVersions(name, options);
    return { registry, moves: await followMoves(registry, { name, list }, this.#followDeps(options)) };
  }

  async #resolve(name: string, range: string, given: SharedRequestOptions): Promise<Resolution<R>> {
    const options = this.#limited(given);
    const query = this.#makeQuery(name, options);
    const versions = getValue(parseRange(range));
    const deps = this.#followDeps(options);
    return versions.kind === 'exact'
      ? resolveExact(query, versions, deps)
      : resolveListed(query, versions, deps);
  }

  #report(resolution: Resolution<R>): Resolution<R> {
    if (resolution.passedOver.length > 0) this.#onPassedOver?.(resolution);
    return resolution;
  }

  #followDeps(given: VersionsOptions): FollowDeps<R> {
    const { includeYanked = false, signal, deadline } = given;
    const options = { ...(signal && { signal }), ...(deadline && { deadline }) };
    return {
      routeOf: (name) => this.#makeQuery(name, options).route,
      readManifest: (registry, name, version) => this.#readManifest(registry, name, version, options),
      readList: (registry, name, wanted = { includeYanked }) =>
        this.#lists.read(registry, name, { ...options, ...wanted }),
    };
  }

  /** All requests for one question share a deadline. */
  #limited<T extends SharedRequestOptions>(options: T): T {
    if (options.deadline !== undefined || this.#totalMs === undefined) return options;
    return { ...options, deadline: new Deadline(this.#totalMs) };
  }

  #makeQuery(name: string, options: SharedRequestOptions): Query<R> {
    const { scope } = getValue(parsePrimeName(name));
    this.#checkScope?.(scope);
    const pinned = this.#pins.get(scope);
    const route =
      pinned === undefined
        ? { registries: this.#registries, pinnedScope: undefined }
        : { registries: [pinned], pinnedScope: scope };
    return { name, route, options, fallback: this.#fallback };
  }
}
