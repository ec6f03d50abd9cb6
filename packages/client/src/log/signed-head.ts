// Heads of a log, as its key has signed them.
import {
  type Checkpoint,
  evaluatePolicy,
  type Note,
  type Policy,
  parseCheckpoint,
  parseNote,
  parseVerifierKey,
  QuorumError,
  type Sha256,
  TlogError,
  type Verifiers,
  verifyNote,
} from '@prime-registry/tlog';
import { LogError, type LogFinding } from './log-error.ts';

/**
 * The cryptography of the checks, which the caller brings. Browsers do not have it synchronously; a page that brings
 * none checks nothing.
 */
export interface LogCrypto {
  readonly sha256: Sha256;
  /** Ed25519 (RFC 8032), and what else the caller can verify. */
  readonly verifiers: Verifiers;
}

/** The size and the root of a log, signed. */
export interface SignedHead extends Checkpoint {
  /** The signed note (C2SP signed-note) that says so. */
  readonly note: string;
}

/** Reads the signed note of a head that the caller trusts. @throws LogError for any other one */
export type ReadHead = (note: string) => SignedHead;

/** Reads a head of which nothing is verified; undefined if the text is none. */
export function readUntrustedHead(text: string): SignedHead | undefined {
  try {
    return parseHead(text).head;
  } catch (error) {
    if (error instanceof LogError) return undefined;
    throw error;
  }
}

/**
 * Trusts heads that one of the keys has signed, no matter who else has signed them.
 * @param vkeys - verifier keys (C2SP signed-note) of one log; at least one
 * @returns a function that throws LogError `malformed`, `other-log`, `untrusted-key`, `bad-signature`
 * @throws TlogError if a key is none
 */
export function trustKeys(vkeys: readonly string[], { sha256, verifiers }: LogCrypto): ReadHead {
  const keys = vkeys.map((vkey) => parseVerifierKey(sha256, vkey));
  return rememberLast((text) => {
    const { note, head } = parseHead(text);
    const refuse = (finding: LogFinding, message: string): LogError =>
      new LogError(finding, message, { exhibits: [{ title: 'The head', text }] });
    const names = new Set(keys.map(({ name }) => name));
    if (!names.has(head.origin)) {
      const expected = [...names].join(' or ');
      throw refuse('other-log', `the log calls itself ${head.origin}, and the trusted one is ${expected}`);
    }
    // Keys of other names do not count: they are of other logs.
    const own = keys.filter(({ name }) => name === head.origin);
    const isKnown = note.signatures.some((signature) =>
      own.some((key) => key.name === signature.name && key.keyId === signature.keyId),
    );
    if (!isKnown) throw refuse('untrusted-key', 'the head of the log is not signed by the trusted key');
    try {
      verifyNote(verifiers, note, own);
    } catch (error) {
      if (!(error instanceof TlogError)) throw error;
      throw refuse('bad-signature', `the head of the log has a bad signature: ${error.message}`);
    }
    return head;
  });
}

/**
 * Trusts heads that a policy (C2SP tlog-policy) believes.
 * @returns a function that throws LogError `malformed`, `untrusted-key`, `unwitnessed`
 */
export function trustPolicy(policy: Policy, { verifiers }: LogCrypto): ReadHead {
  return rememberLast((text) => {
    const { note, head } = parseHead(text);
    try {
      evaluatePolicy(verifiers, policy, note);
      return head;
    } catch (error) {
      if (!(error instanceof TlogError)) throw error;
      const exhibits = [{ title: 'The head', text }];
      const message = `your policy does not believe the head of the log: ${error.message}`;
      const finding = error instanceof QuorumError ? 'unwitnessed' : 'untrusted-key';
      throw new LogError(finding, message, { exhibits, cause: error });
    }
  });
}

/** Reads the text that it has accepted last without verifying it again: all proofs of one install have it, as a rule. */
function rememberLast(read: ReadHead): ReadHead {
  let last: SignedHead | undefined;
  return (text) => {
    if (last?.note !== text) last = read(text);
    return last;
  };
}

function parseHead(text: string): { readonly note: Note; readonly head: SignedHead } {
  try {
    const note = parseNote(text);
    return { note, head: { ...parseCheckpoint(note.text), note: text } };
  } catch (error) {
    if (!(error instanceof TlogError)) throw error;
    const exhibits = [{ title: 'The head', text }];
    const message = `the head of the log is malformed: ${error.message}`;
    throw new LogError('malformed', message, { exhibits, cause: error });
  }
}
