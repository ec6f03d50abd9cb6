// Files of allowed signers (ssh-keygen(1), "ALLOWED SIGNERS"): who may sign, with which keys.
import type { Parsed } from '@prime-registry/protocol';
import { readPublicKey, type SshPublicKey } from '../keys/public-key.ts';
import { parsedBy, SshsigError } from '../sshsig-error.ts';
import { matchPatternList } from './match-pattern-list.ts';
import { readSignerOptions, type SignerOptions } from './signer-options.ts';

/** The largest file that is read, in characters. */
const MAX_FILE_LENGTH = 1_048_576;

/** One line of the file. */
export interface AllowedSigner extends SignerOptions {
  /** Whose key it is: patterns separated by commas, such as `ada@example.com`. */
  readonly principals: string;
  readonly key: SshPublicKey;
  /** Counted from 1. */
  readonly line: number;
}

/** When and for what a key was used. */
export interface KeyUse {
  readonly namespace: string;
  /** In milliseconds since 1970. */
  readonly atMs: number;
}

/** Reads a file of allowed signers. The message of a refusal names the line. */
export function parseAllowedSigners(text: string): Parsed<AllowedSigner[]> {
  if (text.length > MAX_FILE_LENGTH) {
    return { ok: false, message: `a list of allowed signers has at most ${MAX_FILE_LENGTH} characters` };
  }
  const signers: AllowedSigner[] = [];
  for (const [index, line] of text.split(/\r?\n/).entries()) {
    const content = line.trim();
    if (content === '' || content.startsWith('#')) continue;
    const parsed = parsedBy(() => readLine(content, index + 1));
    if (!parsed.ok) return { ok: false, message: `line ${index + 1}: ${parsed.message}` };
    signers.push(parsed.value);
  }
  return { ok: true, value: signers };
}

/** The first line that allows a key for a use; undefined if none does. */
export function findAllowedSigner(
  signers: readonly AllowedSigner[],
  key: SshPublicKey,
  use: KeyUse,
): AllowedSigner | undefined {
  const blob = Buffer.from(key.blob);
  return signers.find((signer) => blob.equals(signer.key.blob) && allows(signer, use));
}

/** Whether a signer is one of those that a name or pattern list such as `*@example.com` stands for. */
export function isPrincipal(signer: AllowedSigner, principal: string): boolean {
  return matchPatternList(principal, signer.principals);
}

function allows(
  { namespaces, validAfterMs, validBeforeMs }: SignerOptions,
  { namespace, atMs }: KeyUse,
): boolean {
  if (namespaces !== undefined && !matchPatternList(namespace, namespaces)) return false;
  if (validAfterMs !== undefined && atMs < validAfterMs) return false;
  return validBeforeMs === undefined || atMs <= validBeforeMs;
}

const PRINCIPALS = /^(?:"([^"]+)"|([^\s"]+))[ \t]+/;
/** Ends at the first space that is not between double quotes. */
const OPTIONS = /^((?:[^\s"]|"(?:[^"\\]|\\.)*")+)[ \t]+/;

function readLine(line: string, number: number): AllowedSigner {
  const [whole, quoted, plain] = PRINCIPALS.exec(line) ?? [];
  const principals = quoted ?? plain;
  if (whole === undefined || principals === undefined) {
    throw new SshsigError('a line should be like "ada@example.com ssh-ed25519 AAAA…"');
  }
  const rest = line.slice(whole.length);
  const [optionText = '', options] = startsWithKeyType(rest) ? [] : (OPTIONS.exec(rest) ?? []);
  return {
    principals,
    ...(options === undefined ? {} : readSignerOptions(options)),
    key: readPublicKey(rest.slice(optionText.length)),
    line: number,
  };
}

function startsWithKeyType(text: string): boolean {
  return /^(?:ssh-|ecdsa-|sk-)\S+[ \t]/.test(text);
}
