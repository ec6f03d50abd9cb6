// Verifies what a registry hands out of its log, as a client with its key does.
import assert from 'node:assert/strict';
import { createPublicKey, verify } from 'node:crypto';
import { isKnownEntry, type LogEntry, parseLogEntry } from '@prime-registry/protocol';
import type { Actor } from '@prime-registry/testkit';
import {
  type Checkpoint,
  leafHash,
  parseCheckpoint,
  parseNote,
  parseProofFile,
  parseVerifierKey,
  type VerifySignature,
  verifyInclusion,
  verifyNote,
} from '@prime-registry/tlog';
import { sha256 } from '../../src/signing/ed25519.ts';

/** What a good proof says. */
export interface VerifiedProof {
  readonly index: number;
  readonly checkpoint: Checkpoint;
  readonly entry: LogEntry;
}

/** Verifies notes and proofs with the keys of the registry of an actor. */
export class LogVerifier {
  readonly #reader: Actor;

  constructor(reader: Actor) {
    this.#reader = reader;
  }

  /** What a signed note says. Fails if no key of the log has signed it. */
  async open(note: string): Promise<Checkpoint> {
    const { vkeys, origin } = (await this.#reader.get('/-/log')).json;
    const parsed = parseNote(note);
    const keys = vkeys.map((vkey: string) => parseVerifierKey(sha256, vkey));
    assert.equal(verifyNote({ ed25519 }, parsed, keys).length, keys.length);
    const checkpoint = parseCheckpoint(parsed.text);
    assert.equal(checkpoint.origin, origin);
    return checkpoint;
  }

  /** The newest checkpoint. */
  async newest(): Promise<Checkpoint> {
    const { status, text } = await this.#reader.get('/-/log/checkpoint');
    assert.equal(status, 200, text);
    return this.open(text);
  }

  /** What a proof says. Fails unless it leads from its entry to a signed root. */
  async openProof(text: string): Promise<VerifiedProof> {
    const { extra = assert.fail('no entry'), index, hashes, checkpoint: note } = parseProofFile(text);
    const checkpoint = await this.open(note);
    const { size, root } = checkpoint;
    assert.ok(verifyInclusion(sha256, { index, size, leaf: leafHash(sha256, extra), proof: hashes, root }));
    const entry = parseLogEntry(extra);
    assert.ok(isKnownEntry(entry));
    return { index, checkpoint, entry };
  }

  /** The proof of a version. */
  async prove(name: string, version: string, size?: number): Promise<VerifiedProof> {
    const query = size === undefined ? '' : `?size=${size}`;
    const { status, text } = await this.#reader.get(`/-/primes/${name}/${version}/proof${query}`);
    assert.equal(status, 200, text);
    return this.openProof(text);
  }
}

const ed25519: VerifySignature = (publicKey, message, signature) => {
  const x = Buffer.from(publicKey).toString('base64url');
  const key = createPublicKey({ format: 'jwk', key: { kty: 'OKP', crv: 'Ed25519', x } });
  return verify(null, message, key, signature);
};
