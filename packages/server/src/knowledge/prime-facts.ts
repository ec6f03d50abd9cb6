// Facts about a version of a Prime. Those that never change are cached.
import { TEXT_LEVELS, type TextLevel } from '@prime-registry/atoms';
import { createPause, LruCache } from '@prime-registry/concurrency';
import type { KnownPrime } from '@prime-registry/knowledge';
import { getValue, parsePrimeName, parseVersion } from '@prime-registry/protocol';
import type { RegistryStore, VersionRecord } from '@prime-registry/store';
import { findDeprecation } from '../actions/lifecycle/find-deprecation.ts';
import type { Mirror } from '../mirror/mirror.ts';

export interface PrimeFactsDeps {
  readonly store: Pick<RegistryStore, 'findInventory' | 'findLoggedVersion' | 'readListedAtoms'>;
  readonly mirror: Pick<Mirror, 'findLifecycle'>;
  /** Base URL of this registry, or other words for it. */
  readonly registry: string;
}

/** Where an atom was read from. */
export type AtomOrigin = Pick<
  KnownPrime,
  'name' | 'version' | 'sha256' | 'yanked' | 'deprecated' | 'from' | 'logIndex'
>;

type Tokens = Readonly<Record<TextLevel, number>>;

const MAX_KEPT = 10_000;

/** Describes versions, for one process. */
export class PrimeFacts {
  readonly #deps: PrimeFactsDeps;
  readonly #logIndexes = new LruCache<number>({ maxSize: MAX_KEPT });
  readonly #tokens = new LruCache<Tokens>({ maxSize: MAX_KEPT });

  constructor(deps: PrimeFactsDeps) {
    this.#deps = deps;
  }

  /** Where the atoms of a version come from. */
  async describeOrigin(record: VersionRecord): Promise<AtomOrigin> {
    const { mirror, registry } = this.#deps;
    const { name, version, sha256, origin } = record;
    const lifecycle = await mirror.findLifecycle(getValue(parsePrimeName(name)), origin);
    return {
      ...{ name, version, sha256 },
      yanked: record.yankedAtMs !== undefined,
      deprecated: lifecycle && findDeprecation(lifecycle, version)?.message,
      from: origin ?? registry,
      logIndex: origin === undefined ? await this.#findLogIndex(record) : undefined,
    };
  }

  /** All of it. */
  async describe(record: VersionRecord): Promise<KnownPrime> {
    const { name, version, description, license, requires = {} } = record;
    const inventory = await this.#deps.store.findInventory(name, getValue(parseVersion(version)));
    return {
      ...(await this.describeOrigin(record)),
      ...{ description, license, requires },
      kinds: inventory?.kinds ?? [],
      atomCount: inventory?.atomCount ?? record.atoms,
      tokens: await this.#tokens.getOrLoad(`${keyOf(record)} ${inventory?.format}`, () =>
        this.#countTokens(record),
      ),
    };
  }

  /** Undefined as long as a version from before the log is not in it yet. */
  async #findLogIndex(record: VersionRecord): Promise<number | undefined> {
    const key = keyOf(record);
    const known = this.#logIndexes.get(key);
    if (known !== undefined) return known;
    const { name, version } = record;
    const logged = await this.#deps.store.findLoggedVersion(name, getValue(parseVersion(version)));
    if (logged !== undefined) this.#logIndexes.set(key, logged.index);
    return logged?.index;
  }

  async #countTokens({ name, version }: VersionRecord): Promise<Tokens> {
    const sum: Record<TextLevel, number> = { summary: 0, core: 0, full: 0 };
    const batches = this.#deps.store.readListedAtoms(name, getValue(parseVersion(version)));
    const pause = createPause();
    for await (const batch of batches) {
      for (const { tokens } of batch) for (const level of TEXT_LEVELS) sum[level] += tokens[level];
      await pause();
    }
    return sum;
  }
}

/** A version with other bytes is another one: it may have been removed and published again. */
function keyOf({ name, version, sha256, publishedAtMs }: VersionRecord): string {
  return `${name} ${version} ${sha256} ${publishedAtMs}`;
}
