// What is known about one locked Prime, and which rules it does not meet.
import type { VerifierKey } from '@prime-registry/tlog';
import type { LockedVersion } from '../log/verify-locked.ts';
import type { Evidence } from './evidence.ts';
import type { UnmetWish } from './judge.ts';
import { listNoteSigners } from './list-note-signers.ts';
import { findPublisher, type Publisher } from './publisher.ts';

/** What holds for one Prime. */
export interface PrimeTrust {
  readonly name: string;
  readonly version: string;
  /** Fingerprints of the keys whose signatures are good; absent if its signatures are not stored here. */
  readonly signed_by?: readonly string[];
  /** Who published it; absent if nobody knows. */
  readonly published_by?: {
    readonly issuer: string;
    readonly claims: Readonly<Record<string, string>>;
    /** The registry that says so. */
    readonly registry: string;
    /** Whether its log proves that it says so to everybody. */
    readonly proved: boolean;
  };
  /** The place of its entry in the log, from 0, if that is proved. */
  readonly log_index?: number;
  /** Names of the witnesses of policies that have cosigned the log; absent if none has. */
  readonly witnessed_by?: readonly string[];
  /** The lines of policies that are not met; absent if all are. */
  readonly unmet?: readonly {
    readonly file: string;
    readonly line: number;
    readonly rule: string;
    readonly wanted: string;
    readonly found: string;
  }[];
}

/** What the evidence about a Prime says. */
export function toPrimeTrust(
  { name, version }: LockedVersion,
  evidence: Evidence | undefined,
  unmet: readonly UnmetWish[],
  witnesses: readonly VerifierKey[],
): PrimeTrust {
  const signers = evidence?.signatures?.good.map(({ fingerprint }) => fingerprint);
  const publisher = evidence && findPublisher(evidence);
  const { own, origin } = evidence?.log ?? {};
  const witnessed = [own, origin].flatMap((each) => (each ? listNoteSigners(each.head.note, witnesses) : []));
  const index = evidence?.log.verdict.state === 'logged' ? evidence.log.verdict.index : undefined;
  return {
    ...{ name, version },
    ...(signers && { signed_by: signers }),
    ...(publisher !== undefined && typeof publisher !== 'string' && { published_by: show(publisher) }),
    ...(index !== undefined && { log_index: index }),
    ...(witnessed.length > 0 && { witnessed_by: [...new Set(witnessed)] }),
    ...(unmet.length > 0 && {
      unmet: unmet.map(({ file, line, kind, wanted, found }) => ({ file, line, rule: kind, wanted, found })),
    }),
  };
}

function show({ provenance, registry, isProved }: Publisher): NonNullable<PrimeTrust['published_by']> {
  const { issuer, claims } = provenance;
  return { issuer, claims, registry, proved: isProved };
}
