// The changes of an install, as `--json` prints them.
import type { LogChecks } from './check-logs.ts';
import type { LockedPrime } from './lockfile/lockfile.ts';
import { isSameVersion } from './lockfile/require-unchanged.ts';
import type { Target } from './look-up.ts';
import type { indexRequirers } from './reach.ts';
import type { Staged } from './stage-prime.ts';

export interface InstallChange {
  /** `restore`: the locked version was missing or modified. */
  readonly action: 'add' | 'update' | 'restore' | 'remove';
  readonly name: string;
  readonly version: string;
  /** The version before an update. */
  readonly previous_version?: string;
  readonly registry: string;
  readonly sha256: string;
  /** Earlier registries that have the name, but not this version. */
  readonly passed_over?: readonly string[];
  /** The name that has this version, if the requested one has moved. */
  readonly moved_to?: string;
  /** Set if only other Primes require it: their names. */
  readonly required_by?: readonly string[];
  readonly atoms?: number;
  readonly unpacked_bytes?: number;
  /** What the log of the registry says, if the version was looked up in it. */
  readonly log?: InstalledLog & { readonly origin?: InstalledOrigin };
  /** Fingerprints of the keys whose signatures are good, if they were looked at. */
  readonly signed_by?: readonly string[];
}

/** What a log says about a version. */
type InstalledLog =
  | { readonly state: 'no-log' | 'not-yet' }
  | {
      readonly state: 'logged';
      /** The place of the entry, from 0. */
      readonly index: number;
      /** The type of the entry. An `import` was published before it was logged. */
      readonly type: 'publish' | 'import' | 'mirror';
      readonly published_at?: string;
    };

/** Where a version is in the log of the registry that a mirror has it from. */
interface InstalledOrigin {
  readonly registry: string;
  /** The place of the entry, from 0. */
  readonly index: number;
}

/** The change of a Prime that is installed now. */
export function describeChange(
  target: Target,
  previous: LockedPrime | undefined,
  staged: Staged | undefined,
): InstallChange {
  const { name, version, registry, sha256, passed_over: passedOver, moved_to } = target;
  const { atoms, unpackedBytes } = staged ?? {};
  const isUpdate = previous !== undefined && !(isSameVersion(previous, target) && previous.sha256 === sha256);
  return {
    action: previous === undefined ? 'add' : isUpdate ? 'update' : 'restore',
    name,
    version,
    ...(isUpdate && { previous_version: previous.version }),
    registry,
    sha256,
    ...(passedOver !== undefined && { passed_over: passedOver.split(' ') }),
    ...(moved_to !== undefined && { moved_to }),
    ...(atoms !== undefined && { atoms }),
    ...(unpackedBytes !== undefined && { unpacked_bytes: unpackedBytes }),
  };
}

/** What the log of its registry says. */
export function describeLog(check: ReturnType<LogChecks['get']>): Pick<InstallChange, 'log'> {
  if (check === undefined) return {};
  const proved = check.origin;
  const origin = proved && { origin: { registry: proved.registry, index: proved.index } };
  if (check.state !== 'logged') return { log: { state: check.state, ...origin } };
  const { state, index, entry } = check;
  const published = 'published_at' in entry ? { published_at: entry.published_at } : {};
  return { log: { state, index, type: entry.type, ...published, ...origin } };
}

/** Whose signatures are good. */
export function describeSigners(signers: readonly string[] | undefined): Pick<InstallChange, 'signed_by'> {
  return signers === undefined ? {} : { signed_by: signers };
}

/** The change of a Prime that nothing requires any more. */
export function describeRemoval({ name, version, registry, sha256 }: LockedPrime): InstallChange {
  return { action: 'remove', name, version, registry, sha256 };
}

/** Who requires a Prime that the project itself does not. */
export function describeRequirers(
  { name, range }: Target,
  requirersOf: ReturnType<typeof indexRequirers>,
): Pick<InstallChange, 'required_by'> {
  return range === undefined ? { required_by: requirersOf(name).map(({ prime }) => prime.name) } : {};
}
