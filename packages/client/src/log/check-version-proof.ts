// The proof that a version is in a log (C2SP tlog-proof), with the entry itself.
import type { VersionLogEntry } from '@prime-registry/protocol';
import { leafHash, parseProofFile, TlogError, verifyInclusion } from '@prime-registry/tlog';
import { LogError } from './log-error.ts';
import { findKnownEntry } from './log-tiles.ts';
import type { LogCrypto, ReadHead, SignedHead } from './signed-head.ts';

/** What an entry must say. */
export interface ExpectedVersion {
  readonly name: string;
  readonly version: string;
  /** Digest of the tarball. */
  readonly sha256: string;
}

/** A version in a log. */
export interface LoggedVersion {
  /** Place of the entry, from 0. */
  readonly index: number;
  readonly entry: VersionLogEntry;
  /** The head that has the entry. */
  readonly head: SignedHead;
}

/**
 * Checks the proof of a version: its entry says this name, version and digest, it is in the tree, and the head of the
 * tree is a trusted one.
 * @throws LogError
 */
export function checkVersionProof(
  text: string,
  expected: ExpectedVersion,
  readHead: ReadHead,
  { sha256 }: Pick<LogCrypto, 'sha256'>,
): LoggedVersion {
  const { extra, index, hashes, checkpoint } = parse(text);
  const head = readHead(checkpoint);
  const exhibits = [{ title: 'The proof', text }];
  if (extra === undefined) throw new LogError('malformed', 'the proof comes without the entry', { exhibits });
  const leaf = leafHash(sha256, extra);
  const { size, root } = head;
  if (!verifyInclusion(sha256, { index, size, leaf, proof: hashes, root })) {
    const message = `the proof does not lead from the entry #${index} to the signed head of ${size} entries`;
    throw new LogError('not-included', message, { exhibits });
  }
  // Only now: what comes with a proof counts after it was proved.
  return { index, entry: requireEntry(extra, expected, index, text), head };
}

function parse(text: string): ReturnType<typeof parseProofFile> {
  try {
    return parseProofFile(text);
  } catch (error) {
    if (!(error instanceof TlogError)) throw error;
    const exhibits = [{ title: 'The proof', text }];
    throw new LogError('malformed', `the proof is malformed: ${error.message}`, { exhibits, cause: error });
  }
}

function requireEntry(
  bytes: Uint8Array,
  expected: ExpectedVersion,
  index: number,
  proof: string,
): VersionLogEntry {
  const exhibits = [
    { title: `The entry #${index}`, text: new TextDecoder().decode(bytes) },
    { title: 'The proof', text: proof },
  ];
  const { name, version, sha256 } = expected;
  const entry = findKnownEntry(bytes);
  if (entry === undefined || !isVersionEntry(entry)) {
    const message = `the entry #${index} of the log does not say that ${name} ${version} was published`;
    throw new LogError('other-entry', message, { exhibits });
  }
  if (entry.name !== name || entry.version !== version) {
    const message = `the entry #${index} of the log is of ${entry.name} ${entry.version}, not of ${name} ${version}`;
    throw new LogError('other-entry', message, { exhibits });
  }
  if (entry.sha256 !== sha256) {
    const message = `the log says that ${name} ${version} has the sha256 ${shorten(entry.sha256)} (entry #${index}), and the registry says ${shorten(sha256)}`;
    throw new LogError('other-entry', message, { exhibits });
  }
  return entry;
}

/** Whether an entry says which digest a version has. */
export function isVersionEntry(entry: { readonly type: string }): entry is VersionLogEntry {
  return entry.type === 'publish' || entry.type === 'import' || entry.type === 'mirror';
}

function shorten(sha256: string): string {
  return `${sha256.slice(0, 12)}…`;
}
