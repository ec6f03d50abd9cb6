// What an entry of the transparency log says. Its bytes never change, so fields are only ever added.
import type { RemovalCategory } from '../wire/lifecycle.ts';
import type { Provenance } from '../wire/provenance.ts';

/** Largest entry, in bytes of its encoding. */
export const MAX_LOG_ENTRY_BYTES = 16 * 1024;

/** What all entries have. */
interface CommonFields {
  readonly v: 1;
  /** When the act happened by the clock of the registry, as `formatTimestamp` writes it. The index is the order. */
  readonly at: string;
  /**
   * Who did it: the id of a token, `operator` for a command, `environment` for the token in the environment, `mirror`
   * or `registry` for the registry itself, `rule` and its name for the first use of a trust rule. Never the name of a person.
   */
  readonly by: string;
}

/** The version that an entry is about. */
interface VersionFields {
  readonly name: string;
  readonly version: string;
}

/** What an entry says about the content of a version. */
interface ContentFields extends VersionFields {
  /** SHA-256 of the tarball, in hexadecimal. */
  readonly sha256: string;
  /** Size of the tarball in bytes. */
  readonly size: number;
  /** SHA-256 of the `pack.yaml` as it was sent, in hexadecimal. */
  readonly manifest_sha256: string;
  /** Base URL of the registry from which it was promoted. */
  readonly promoted_from?: string | undefined;
  /** A channel that names the version from now on. */
  readonly channel?: string | undefined;
  /**
   * Which identity published it: in a `publish`, as this registry verified it; in an `import`, as the export says; in a
   * `mirror`, as the upstream says.
   */
  readonly provenance?: Provenance | undefined;
  /** Fingerprints of the SSH keys whose signatures came with it, as ssh-keygen prints them. */
  readonly signed_by?: readonly string[] | undefined;
}

/** A change of versions that came from an upstream names it. */
interface OriginField {
  /** Base URL of the upstream that the version came from. */
  readonly origin?: string | undefined;
}

/** The first entry of a log, and the first under another name of the log. */
export interface BeginEntry extends CommonFields {
  readonly type: 'begin';
  /** Id of the log: 16 hexadecimal digits. */
  readonly log: string;
  /** What the log was called before, and why it has another name. */
  readonly previous?: PreviousLog | undefined;
}

/** An ended name of a log. */
export interface PreviousLog {
  readonly origin: string;
  /** Number of entries that both names share. */
  readonly size: number;
  /** The last known checkpoint under that name, a signed note. */
  readonly note?: string | undefined;
  readonly reason?: string | undefined;
}

/** A version was published here. */
export interface PublishEntry extends CommonFields, ContentFields {
  readonly type: 'publish';
}

/** A version is in the log from now on, but was published before: here, or in the registry it was exported from. */
export interface ImportEntry extends CommonFields, ContentFields, OriginField {
  readonly type: 'import';
  readonly published_at: string;
  /** True if it is yanked already. */
  readonly yanked?: boolean | undefined;
}

/** A version was pulled from an upstream. */
export interface MirrorEntry extends CommonFields, ContentFields {
  readonly type: 'mirror';
  /** Base URL of the upstream. */
  readonly origin: string;
  /** When the upstream published it. */
  readonly published_at: string;
  /** True if it is yanked already. */
  readonly yanked?: boolean | undefined;
}

/** A version was yanked. */
export interface YankEntry extends CommonFields, VersionFields, OriginField {
  readonly type: 'yank';
  /** SHA-256 of its tarball. */
  readonly sha256?: string | undefined;
  readonly reason?: string | undefined;
}

/** The yank of a version was taken back. */
export interface UnyankEntry extends CommonFields, VersionFields, OriginField {
  readonly type: 'unyank';
  /** SHA-256 of its tarball. */
  readonly sha256?: string | undefined;
  readonly reason?: string | undefined;
}

/** Some versions of a Prime are deprecated; replaces an earlier deprecation with the same range. */
export interface DeprecateEntry extends CommonFields {
  readonly type: 'deprecate';
  readonly name: string;
  readonly range: string;
  readonly message: string;
  /** What to use instead, perhaps of another registry. */
  readonly successor?:
    | {
        readonly name: string;
        readonly range?: string | undefined;
        readonly registry?: string | undefined;
      }
    | undefined;
}

/** The deprecation with exactly this range was taken back. */
export interface UndeprecateEntry extends CommonFields {
  readonly type: 'undeprecate';
  readonly name: string;
  readonly range: string;
}

/** A channel names another version. */
export interface ChannelLogEntry extends CommonFields, VersionFields {
  readonly type: 'channel';
  readonly channel: string;
}

/** A channel was removed. */
export interface UnchannelEntry extends CommonFields {
  readonly type: 'unchannel';
  readonly name: string;
  readonly channel: string;
}

/** New versions of a Prime are published under another name. */
export interface MoveEntry extends CommonFields {
  readonly type: 'move';
  readonly name: string;
  readonly to: string;
}

/** A move was taken back. */
export interface UnmoveEntry extends CommonFields {
  readonly type: 'unmove';
  readonly name: string;
}

/** A version was removed: its content is gone, and its number taken for good. */
export interface RemoveEntry extends CommonFields, VersionFields, OriginField {
  readonly type: 'remove';
  /** SHA-256 of the tarball that was removed. */
  readonly sha256: string;
  readonly category: RemovalCategory;
}

/** A version got a signature after its publish. */
export interface SignEntry extends CommonFields, VersionFields {
  readonly type: 'sign';
  /** SHA-256 of its tarball. */
  readonly sha256: string;
  /** The SSH key that signed, as ssh-keygen prints it. */
  readonly fingerprint: string;
}

/** A key may sign for a scope from now on, or no longer. A later `add` of a key replaces its principal. */
export interface SignerEntry extends CommonFields {
  readonly type: 'signer';
  /** With its `@`. */
  readonly scope: string;
  readonly change: 'add' | 'remove';
  /** As ssh-keygen prints it. */
  readonly fingerprint: string;
  /** The public key, as in a `.pub` file without its comment. */
  readonly key: string;
  /** Whose key it is. */
  readonly principal?: string | undefined;
}

/** Whether new versions of a scope need a signature of one of its keys from now on. */
export interface SigningPolicyEntry extends CommonFields {
  readonly type: 'signing-policy';
  /** With its `@`. */
  readonly scope: string;
  readonly require_signature: boolean;
}

/** Checkpoints are signed with this key from now on, too. */
export interface LogKeyEntry extends CommonFields {
  readonly type: 'log-key';
  /** A verifier key (C2SP signed-note). */
  readonly vkey: string;
}

/** A rule that trusts identities of an issuer was added or removed, or got conditions by its first use. */
export interface TrustEntry extends CommonFields {
  readonly type: 'trust';
  /** Name of the rule. */
  readonly rule: string;
  readonly change: TrustChange;
  readonly issuer: string;
  /** Permissions of the tokens that its identities get. */
  readonly may: readonly string[];
  readonly scopes: readonly string[];
  readonly primes: readonly string[];
  /** SHA-256 of the rule in canonical JSON, in hexadecimal; if the rule may not show names, with its random id as `id`. */
  readonly sha256: string;
  /** What must hold of an identity, by claim: a text, several, or a beginning. Only if the rule may show names. */
  readonly conditions?:
    | Readonly<Record<string, string | readonly string[] | { readonly prefix: string }>>
    | undefined;
}

/** What became of a trust rule. */
export type TrustChange = 'add' | 'remove' | 'pin';

/** An entry that this program knows. */
export type LogEntry =
  | BeginEntry
  | PublishEntry
  | ImportEntry
  | MirrorEntry
  | YankEntry
  | UnyankEntry
  | DeprecateEntry
  | UndeprecateEntry
  | ChannelLogEntry
  | UnchannelEntry
  | MoveEntry
  | UnmoveEntry
  | RemoveEntry
  | LogKeyEntry
  | TrustEntry
  | SignEntry
  | SignerEntry
  | SigningPolicyEntry;

/** A type of entries that this program knows. */
export type LogEntryType = LogEntry['type'];

/** An entry that tells the digest of a version. */
export type VersionLogEntry = PublishEntry | ImportEntry | MirrorEntry;

/** An entry of a newer program, of which only the common fields are checked. */
export interface UnknownLogEntry {
  readonly type: string;
  readonly v: number;
  readonly at: string;
  readonly by: string;
  readonly [field: string]: unknown;
}
