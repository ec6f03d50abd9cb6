// Whose log has to prove a version that a mirror has from another registry. What this user has seen before decides, then
// what the project says; a registry that is said for the first time is trusted on first use, like all others.
import { LogError } from '@prime-registry/client';
import { type LogTrust, preferPolicy, type TrustSources } from './find-trust.ts';

/** What is known, and what a mirror says. */
export interface OriginSources {
  /** The registry whose log has proved the Prime before. */
  readonly known: string | undefined;
  /** The registry that the manifest says it comes from. */
  readonly said: string | undefined;
  /** The registry whose proof the mirror hands on, and the key of its log, as the mirror says. */
  readonly shown: { readonly registry: string; readonly vkey: string | undefined };
  readonly findTrust: (registry: string) => LogTrust | undefined;
  readonly policy: TrustSources['policy'];
}

/** Who has to have signed. */
export interface OriginTrust extends LogTrust {
  /** Base URL of the registry. */
  readonly registry: string;
}

/**
 * The trust in the log that has to prove a version.
 * @throws LogError `other-log` if the mirror shows the proof of a registry that nobody trusts, in place of a trusted one
 */
export function findOriginTrust({ known, said, shown, findTrust, policy }: OriginSources): OriginTrust {
  if (known !== undefined) {
    const trust = findTrust(known);
    if (trust !== undefined) return { ...trust, registry: known };
    if (known !== shown.registry) throw otherLog(known, shown.registry);
  }
  const shownTrust = findTrust(shown.registry);
  if (shownTrust !== undefined) return { ...shownTrust, registry: shown.registry };
  // A mirror of mirrors may name one that is known. But nobody can replace a known log by one that is not.
  if (said !== undefined && said !== shown.registry && findTrust(said) !== undefined)
    throw otherLog(said, shown.registry);
  const { registry, vkey } = shown;
  if (vkey === undefined)
    throw new LogError('malformed', `the proof of the log of ${registry} comes without its key`);
  return { ...preferPolicy(policy, [vkey]), vkeys: [vkey], source: 'first-use', registry };
}

function otherLog(expected: string, shown: string): LogError {
  return new LogError(
    'other-log',
    `the log of ${expected} has to prove it, and the proof is of the log of ${shown}`,
  );
}
