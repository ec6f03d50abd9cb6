// The options and the result of a publish.
import type { PublishLimits, RegistryClient } from '@prime-registry/client';
import type { PrimeName, PublishReceipt } from '@prime-registry/protocol';
import type { EdgeCheck } from '../lint/require-edges.ts';
import type { RegistryLogs } from '../log/registry-logs.ts';
import type { PackSummary } from '../pack/pack-summary.ts';
import type { RegistryAccess } from '../registries/registry-access.ts';
import type { SigningKey } from '../signatures/sign/find-signing-key.ts';

/** A publish: the receipt of the registry, and the contents of the tarball. */
export interface PublishResult extends PackSummary {
  /** The base URL of the registry; null if none is configured, which only `--dry-run` allows. */
  readonly registry: string | null;
  /** Path of the tarball at the registry; absent with `--dry-run`. */
  readonly url?: string;
  /** Whether the version number is high enough for the changes, if that is known. */
  readonly step?: NonNullable<PublishReceipt['atoms']>['step'];
  /** What looks like a secret to the registry; some registries report it. */
  readonly secrets?: PublishReceipt['secrets'];
  /** Characters of manifest and README that nobody sees; some registries report them. */
  readonly hidden_characters?: PublishReceipt['hidden_characters'];
  /** The place of its entry in the log of the registry, from 0, if it has one. */
  readonly log_index?: number;
  /** Fingerprints of the keys of which the registry has signatures, if it was signed. */
  readonly signed_by?: readonly string[];
  /** The channel that names the version now. */
  readonly channel?: string;
  /** Set if the registry had the version before, with the same content. */
  readonly already_there?: true;
  /** Whether nothing was published. */
  readonly dry_run: boolean;
  /** With `--dry-run`: whether the registry has checked everything that it checks at a publish. */
  readonly checked_by_registry?: boolean;
  /** Why it has not. */
  readonly unchecked_because?: string;
}

/** A Prime to publish. */
export interface PublishRequest {
  /** Absolute path of a folder or a tarball. */
  readonly place: string;
  /** The name to publish a folder under, if it is not that of its pack.yaml. */
  readonly name?: PrimeName | undefined;
  /** The version to check a folder as, if it is not that of its pack.yaml. */
  readonly version?: string | undefined;
  readonly channel?: string | undefined;
  /** Whether it is signed, and with which key; undefined leaves it to the settings. */
  readonly sign?: boolean | string | undefined;
  readonly allowedSecrets: ReadonlySet<string>;
  /** Whether edges within the Prime may lead nowhere. */
  readonly allowsDangling: boolean;
  /** The atoms of Primes that are published together with this one; see requireEdges. */
  readonly siblingAtoms?: EdgeCheck['siblingAtoms'];
  /** The names of all Primes that are published together with this one; see warnOfRequirements. */
  readonly siblings?: ReadonlySet<string> | undefined;
  readonly isDryRun: boolean;
  /** Whether a dry run without a token that may publish does what it can, as in pull requests. */
  readonly isReview?: boolean;
  /** Whether a version step that is too small is only reported. */
  readonly allowsSmallStep: boolean;
  /** Whether a compiled form of other sources is only reported. */
  readonly allowsStale?: boolean;
  /** Whether it is fine if the registry has the version with the same content. */
  readonly skipsExisting?: boolean;
  /** Whether the author has confirmed a first publish already. */
  readonly isConfirmed?: boolean;
}

/** The registries of a command that publishes. Each is asked once for its limits. */
export interface PublishAccess
  extends Pick<RegistryAccess, 'settings' | 'clientFor' | 'targetFor' | 'signInFor' | 'tokenFor'> {
  /** See findPublishLimits. */
  readonly limitsOf: (registry: RegistryClient) => Promise<PublishLimits | undefined>;
  /** The logs of the registries. */
  readonly openLogs: () => Promise<RegistryLogs>;
  /** The key that signs. @param named - on the command line; see findSigningKey */
  readonly findSigningKey: (named: string | undefined) => Promise<SigningKey>;
}
