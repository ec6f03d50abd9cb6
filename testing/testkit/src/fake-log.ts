// A log that a test can make lie: entries, keys and heads are as the test wants. It answers in front of a registry.
import { createHash, generateKeyPairSync, sign } from 'node:crypto';
import { encodeLogEntry, type LogEntry } from '@prime-registry/protocol';
import {
  appendLeaves,
  cosign,
  createVerifierKey,
  EMPTY_EDGE,
  encodeBase64,
  encodeEntryBundle,
  encodeHashes,
  formatCheckpoint,
  formatNote,
  formatProofFile,
  formatVerifierKey,
  type Hash,
  leafHash,
  type NoteSigner,
  parseTilePath,
  proveConsistency,
  proveInclusion,
  type ReadHashes,
  rootOf,
  SIGNATURE_TYPES,
  signNote,
  TILE_WIDTH,
} from '@prime-registry/tlog';
import type { Fault } from './network/faulty-proxy.ts';

/** SHA-256 of Node.js. */
export function sha256(...parts: readonly Uint8Array[]): Uint8Array {
  const hash = createHash('sha256');
  for (const part of parts) hash.update(part);
  return hash.digest();
}

/** An Ed25519 key. */
export function makeKey(): {
  readonly publicKey: Uint8Array;
  readonly seed: Uint8Array;
  readonly sign: (message: Uint8Array) => Uint8Array;
} {
  const { publicKey, privateKey } = generateKeyPairSync('ed25519');
  const { x = '' } = publicKey.export({ format: 'jwk' });
  const { d = '' } = privateKey.export({ format: 'jwk' });
  const [bytes, seed] = [x, d].map((text) => Buffer.from(text, 'base64url'));
  if (bytes === undefined || seed === undefined) throw new Error('no key');
  return { publicKey: bytes, seed, sign: (message) => sign(null, message, privateKey) };
}

/** A witness of the log. */
export interface FakeWitness extends NoteSigner {
  readonly vkey: string;
  /** Size of the head that it has cosigned. */
  size: number;
}

/** A witness that has cosigned nothing. */
export function makeWitness(name: string): FakeWitness {
  const { publicKey, sign: signWith } = makeKey();
  const named = { name, publicKey, type: SIGNATURE_TYPES.ed25519Cosignature };
  const vkey = formatVerifierKey(sha256, named);
  return { key: createVerifierKey(sha256, named), sign: signWith, vkey, size: 0 };
}

/** A version for an entry. */
export interface FakeVersion {
  readonly name: string;
  readonly version: string;
  readonly sha256: string;
}

const AT = '2026-11-21T06:19:30Z';

/** The log. */
export class FakeLog {
  origin = 'primes.example/-/log';
  key = makeKey();
  /** A replaced key that still signs. */
  formerKey: ReturnType<typeof makeKey> | undefined;
  /** What it says about its keys, and about where it has announced them. */
  names: { vkey: string; since_size: number }[] = [];
  /** The size that it shows; all entries by default. */
  shownSize: number | undefined;
  /** Changes a proof before it is sent. */
  changeProof: (proof: string, version: string) => string = (proof) => proof;
  readonly entries: Uint8Array[] = [];
  /** Each cosigns the head of one size. */
  readonly witnesses: FakeWitness[] = [];

  constructor() {
    this.add({ type: 'begin', v: 1, at: AT, by: 'registry', log: '0123456789abcdef' });
  }

  get vkey(): string {
    return formatVerifierKey(sha256, { name: this.origin, publicKey: this.key.publicKey });
  }

  get size(): number {
    return this.shownSize ?? this.entries.length;
  }

  add(entry: LogEntry): number {
    return this.entries.push(encodeLogEntry(entry)) - 1;
  }

  /** Announces a new key, which signs from now on; the replaced one signs, too. */
  rotate(): void {
    if (this.names.length === 0) this.names.push({ vkey: this.vkey, since_size: 0 });
    this.formerKey = this.key;
    this.key = makeKey();
    this.names.push({ vkey: this.vkey, since_size: this.entries.length });
    this.add({ type: 'log-key', v: 1, at: AT, by: 'operator', vkey: this.vkey });
  }

  publish(version: FakeVersion, by = 'token-1'): number {
    return this.add({
      ...version,
      type: 'publish',
      v: 1,
      at: AT,
      by,
      size: 1,
      manifest_sha256: 'a'.repeat(64),
    });
  }

  /** The signed note of a size. */
  note(size = this.size): string {
    const text = formatCheckpoint({ origin: this.origin, size, root: this.#root(size) });
    const keys = [this.key, ...(this.formerKey === undefined ? [] : [this.formerKey])];
    const signers = keys.map(({ publicKey, sign: signWith }) => {
      return { key: createVerifierKey(sha256, { name: this.origin, publicKey }), sign: signWith };
    });
    const { signatures } = signNote(text, signers);
    const cosigned = this.witnesses
      .filter((witness) => witness.size === size)
      .map((witness) => cosign(witness, text, 1_700_000_000));
    return formatNote({ text, signatures: [...signatures, ...cosigned] });
  }

  /** The proof of an entry. */
  async proof(index: number, size = this.size): Promise<string> {
    const extra = this.entries[index] ?? new Uint8Array();
    const hashes = await proveInclusion(sha256, this.#read, index, size);
    return formatProofFile({ extra, index, hashes, checkpoint: this.note(size) });
  }

  /** Answers a request for the log; undefined for any other one. */
  async answer(target: string): Promise<Fault | undefined> {
    const { pathname, searchParams } = new URL(target, 'http://log');
    const version = /^\/-\/primes\/(@.+)\/([^/]+)\/proof$/.exec(pathname);
    const size = searchParams.has('size') ? Number(searchParams.get('size')) : this.size;
    if (version !== null) return this.#answerProof(version[1] ?? '', version[2] ?? '', size);
    if (pathname === '/-/log/proofs') return this.#answerProofs(searchParams.get('primes') ?? '');
    if (pathname === '/-/log') {
      const names = this.names.map((name) => ({ ...name, origin: this.origin, since: AT }));
      const witnesses = this.witnesses.map(({ key: { name }, vkey, size: of }) => ({ name, vkey, size: of }));
      const listed = witnesses.length === 0 ? {} : { witnesses };
      return json(200, {
        ...{ origin: this.origin, vkeys: [this.vkey], size: this.size, names, policy: '' },
        ...listed,
      });
    }
    if (pathname === '/-/log/checkpoint') return text(this.note(size));
    if (pathname === '/-/log/consistency') {
      const [from, to] = [Number(searchParams.get('from')), Number(searchParams.get('to'))];
      if (to > this.entries.length) return problem(400, 'invalid_query');
      const hashes = await proveConsistency(sha256, this.#read, from, to);
      return text(hashes.map((hash) => `${encodeBase64(hash)}\n`).join(''));
    }
    const tile = parseTilePath(pathname.replace('/-/log/', ''));
    if (tile === undefined) return undefined;
    const start = tile.position * TILE_WIDTH;
    if (tile.level === 'entries')
      return bytes(encodeEntryBundle(this.entries.slice(start, start + tile.width)));
    return bytes(encodeHashes(await this.#read(tile.level, start, start + tile.width)));
  }

  async #answerProofs(primes: string): Promise<Fault> {
    const proofs = await Promise.all(
      primes.split(',').map(async (of) => {
        const at = of.indexOf('@', 1);
        const answer = await this.#answerProof(of.slice(0, at), of.slice(at + 1), this.size);
        return answer.kind === 'answer' && answer.status === 200
          ? { of, proof: String(answer.body) }
          : { of, singly: true };
      }),
    );
    return json(200, { proofs });
  }

  async #answerProof(name: string, version: string, size: number): Promise<Fault> {
    const index = this.entries.findLastIndex((entry) => {
      const said = JSON.parse(new TextDecoder().decode(entry));
      return said.name === name && said.version === version && said.sha256 !== undefined;
    });
    if (index === -1 || index >= size) return problem(404, 'not_found');
    return text(this.changeProof(await this.proof(index, size), version));
  }

  #root(size: number): Hash {
    return this.#rootOf(0, size);
  }

  #rootOf(from: number, to: number): Hash {
    const leaves = this.entries.slice(from, to).map((entry) => leafHash(sha256, entry));
    return rootOf(sha256, appendLeaves(sha256, EMPTY_EDGE, leaves).edge);
  }

  readonly #read: ReadHashes = async (level, from, to) => {
    const width = TILE_WIDTH ** level;
    return Array.from({ length: to - from }, (_, offset) => {
      const start = (from + offset) * width;
      const [entry] = this.entries.slice(start, start + 1);
      return level === 0 && entry !== undefined
        ? leafHash(sha256, entry)
        : this.#rootOf(start, start + width);
    });
  };
}

function text(body: string): Fault {
  return { kind: 'answer', status: 200, headers: { 'content-type': 'text/plain; charset=utf-8' }, body };
}

function bytes(body: Uint8Array): Fault {
  return { kind: 'answer', status: 200, headers: { 'content-type': 'application/octet-stream' }, body };
}

function json(status: number, body: object): Fault {
  return {
    kind: 'answer',
    status,
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  };
}

/** An error as a registry sends it. */
export function problem(status: number, code: string): Fault {
  const headers = { 'content-type': 'application/problem+json' };
  return {
    kind: 'answer',
    status,
    headers,
    body: JSON.stringify({ title: code, status, code, detail: 'No.' }),
  };
}
