// Does a policy believe a checkpoint? C2SP tlog-policy, and "Verifying a tlog proof" of C2SP tlog-proof, steps 2 and 3.
import { type Checkpoint, parseCheckpoint } from '../notes/checkpoint.ts';
import type { Note } from '../notes/note.ts';
import type { VerifierKey } from '../notes/verifier-key.ts';
import { type Verifiers, verifyNote } from '../notes/verify-note.ts';
import { QuorumError, TlogError } from '../tlog-error.ts';
import type { Policy } from './policy.ts';

/** A checkpoint that a policy believes. */
export interface BelievedCheckpoint {
  readonly checkpoint: Checkpoint;
  /** The keys of the log that signed it. */
  readonly logKeys: readonly VerifierKey[];
  /** The names of the witnesses that cosigned it, with the newest time of each, in seconds since 1970. */
  readonly cosigned: ReadonlyMap<string, number>;
}

/**
 * Verifies the note of a checkpoint by a policy.
 * @throws {TlogError} No log of the policy has signed it under its own name, or a signature of a known key is bad.
 * @throws {QuorumError} The log has signed it, and too few witnesses have cosigned it.
 */
export function evaluatePolicy(verifiers: Verifiers, policy: Policy, note: Note): BelievedCheckpoint {
  const logKeys = policy.logs.map(({ key }) => key);
  const good = verifyNote(verifiers, note, [...logKeys, ...policy.witnesses.map(({ key }) => key)]);
  const checkpoint = parseCheckpoint(note.text);
  const signers = logKeys.filter(
    (key) => key.name === checkpoint.origin && good.some((signature) => signature.key === key),
  );
  if (signers.length === 0)
    throw new TlogError(`no log of the policy has signed the checkpoint of ${checkpoint.origin}`);
  const cosigned = new Map<string, number>();
  for (const { name, key } of policy.witnesses) {
    const times = good.filter((signature) => signature.key === key).map(({ time = 0 }) => time);
    if (times.length > 0) cosigned.set(name, Math.max(...times));
  }
  checkQuorum(policy, new Set(cosigned.keys()));
  return { checkpoint, logKeys: signers, cosigned };
}

/** A group follows its members in the policy, so one pass is enough. */
function checkQuorum({ groups, quorum }: Policy, witnessed: Set<string>): void {
  for (const { name, threshold, members } of groups) {
    if (members.filter((member) => witnessed.has(member)).length >= threshold) witnessed.add(name);
  }
  if (quorum !== undefined && !witnessed.has(quorum)) {
    throw new QuorumError(
      `too few witnesses have cosigned the checkpoint: the quorum ${quorum} of the policy is not met`,
    );
  }
}
