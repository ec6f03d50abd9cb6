// Asks the upstreams which of their Primes have an atom. What an upstream says is only a hint: the version is pulled, and
// its atoms are read from its tarball.
import { LruCache } from '@prime-registry/concurrency';
import {
  getValue,
  type PrimeName,
  parsePrimeName,
  parseVersion,
  scopeOf,
  type Version,
} from '@prime-registry/protocol';
import { ABSENCE_MAX_AGE_MS } from '../lists/mirrored-lists.ts';
import { listSuppliers, type SupplierDeps } from '../suppliers.ts';

/** A Prime of an upstream that has an atom, in its latest version. */
export interface AtomElsewhere {
  readonly name: PrimeName;
  readonly version: Version;
}

export interface AtomsElsewhereDeps extends SupplierDeps {
  readonly now: () => number;
}

/** Answers that are remembered, of one process. */
const MAX_REMEMBERED = 10_000;
/** Primes of one answer that are of interest: the first has the atom unless it is yanked or removed in the meantime. */
const MAX_HOMES = 3;
/** As many Primes as a registry lists for an atom; each is looked up here. */
const MAX_LISTED = 100;

/** The questions of one process. */
export class AtomsElsewhere {
  readonly #deps: AtomsElsewhereDeps;
  readonly #answers: LruCache<readonly AtomElsewhere[]>;

  constructor(deps: AtomsElsewhereDeps) {
    this.#deps = deps;
    const { now } = deps;
    this.#answers = new LruCache({ maxSize: MAX_REMEMBERED, ttlMs: ABSENCE_MAX_AGE_MS, now });
  }

  /**
   * The Primes of the first upstream that knows the atom. Upstreams are asked in their order, each only for scopes that it
   * may supply; nobody is asked for an atom in a scope that belongs to this registry.
   * @throws RegistryError `upstream_unavailable`: a later upstream must not take the place of one that does not answer
   */
  async find(atomId: string): Promise<readonly AtomElsewhere[]> {
    if (this.#deps.upstreams.length === 0) return [];
    const scope = scopeOf(atomId);
    if (this.#deps.localScopes.has(scope)) return [];
    // The standing of the scope counts, not that of a Prime of the same name.
    const { isLocalScope } = await this.#deps.store.findStanding(atomId);
    return isLocalScope ? [] : this.#answers.getOrLoad(atomId, () => this.#ask(atomId, scope));
  }

  async #ask(atomId: string, scope: string): Promise<readonly AtomElsewhere[]> {
    for (const upstream of this.#deps.upstreams) {
      if (!upstream.supplies(scope)) continue;
      const homes: AtomElsewhere[] = [];
      for (const home of (await upstream.findAtomHomes(atomId))?.slice(0, MAX_LISTED) ?? []) {
        const name = parsePrimeName(home.name);
        if (!name.ok || homes.length === MAX_HOMES) continue;
        // A Prime of another scope, or of another upstream, is none of this one's.
        const suppliers = await listSuppliers(this.#deps, name.value);
        if (!suppliers.includes(upstream)) continue;
        homes.push({ name: name.value, version: getValue(parseVersion(home.version)) });
      }
      if (homes.length > 0) return homes;
    }
    return [];
  }
}
