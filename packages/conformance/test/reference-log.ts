// The transparency log of the reference registry, in memory: every proof is computed from all entries. Saboteurs replace
// its methods one at a time.
import { createHash, generateKeyPairSync, sign } from 'node:crypto';
import type { Call, LogEndpoint, Reply } from './reference-call.ts';

type Json = Readonly<Record<string, unknown>>;

const TEXT = { 'Content-Type': 'text/plain; charset=utf-8' };

export class ReferenceLog {
  readonly origin = 'registry.test/-/log';
  readonly entries: Buffer[] = [];
  readonly #key = generateKeyPairSync('ed25519');

  /** Answers a request. */
  handle(call: Call, endpoint: LogEndpoint): Reply {
    switch (endpoint) {
      case 'log':
        return { status: 200, json: this.describe() };
      case 'checkpoint':
        return { status: 200, headers: TEXT, bytes: Buffer.from(this.noteOf(this.entries.length)) };
      case 'tile':
        return this.tile(call.path);
      case 'consistency':
        return this.consistency(call.query.get('from') ?? '', call.query.get('to') ?? '');
      case 'proof':
        return this.proofAnswer(call);
    }
  }

  describe(): Json {
    return { origin: this.origin, vkeys: [this.vkey()], size: this.entries.length };
  }

  vkey(): string {
    const key = this.#publicKey();
    return `${this.origin}+${this.#keyId(key).toString('hex')}+${key.toString('base64')}`;
  }

  /** Appends an entry. @returns what a receipt says about it */
  append(entry: Json): Json {
    const index = this.entries.push(Buffer.from(JSON.stringify(entry))) - 1;
    const size = this.entries.length;
    return { origin: this.origin, index, size, proof: this.prove(index, size) };
  }

  /** The head of the first entries, signed. */
  noteOf(size: number): string {
    const text = `${this.origin}\n${size}\n${rootOf(this.entries.slice(0, size)).toString('base64')}\n`;
    const signature = Buffer.concat([this.#keyId(this.#publicKey()), this.signText(text)]);
    return `${text}\n— ${this.origin} ${signature.toString('base64')}\n`;
  }

  signText(text: string): Buffer {
    return sign(null, Buffer.from(text), this.#key.privateKey);
  }

  prove(index: number, size: number): string {
    const extra = this.entries[index]?.toString('base64');
    const hashes = this.pathOf(index, this.entries.slice(0, size)).map(
      (hash) => `${hash.toString('base64')}\n`,
    );
    return `c2sp.org/tlog-proof@v1\nextra ${extra}\nindex ${index}\n${hashes.join('')}\n${this.noteOf(size)}`;
  }

  /** PATH(m, D[n]) of RFC 6962, section 2.1.1. */
  pathOf(index: number, entries: readonly Buffer[]): readonly Buffer[] {
    if (entries.length <= 1) return [];
    const [left, right] = halvesOf(entries);
    return index < left.length
      ? [...this.pathOf(index, left), rootOf(right)]
      : [...this.pathOf(index - left.length, right), rootOf(left)];
  }

  proofAnswer({ name, version, query }: Call): Reply {
    const size = Number(query.get('size') ?? this.entries.length);
    const index = this.entries.findIndex((entry) => {
      const { type, name: named, version: numbered } = JSON.parse(entry.toString());
      return type === 'publish' && named === name && numbered === version;
    });
    if (index < 0 || index >= size) return { status: 404 };
    return { status: 200, headers: TEXT, bytes: Buffer.from(this.prove(index, size)) };
  }

  consistency(from: string, to: string): Reply {
    const isNumber = (text: string): boolean => /^(?:0|[1-9]\d*)$/.test(text);
    if (!isNumber(from) || !isNumber(to)) return { status: 400 };
    if (Number(from) > Number(to) || Number(to) > this.entries.length) return { status: 400 };
    const hashes = this.subproofOf(Number(from), this.entries.slice(0, Number(to)), true);
    const lines = hashes.map((hash) => `${hash.toString('base64')}\n`);
    return { status: 200, headers: TEXT, bytes: Buffer.from(lines.join('')) };
  }

  /** SUBPROOF(m, D[n], b) of RFC 6962, section 2.1.2. */
  subproofOf(from: number, entries: readonly Buffer[], isKnown: boolean): readonly Buffer[] {
    if (from === 0) return [];
    if (from === entries.length) return isKnown ? [] : [rootOf(entries)];
    const [left, right] = halvesOf(entries);
    return from <= left.length
      ? [...this.subproofOf(from, left, isKnown), rootOf(right)]
      : [...this.subproofOf(from - left.length, right, false), rootOf(left)];
  }

  /** Only of level 0 and of entries: tests have too few for more. */
  tile(path: string): Reply {
    const [, kind, position, given] =
      /\/tile\/(0|entries)\/(\d{3})(?:\.p\/([1-9]\d?|1\d\d|2[0-4]\d|25[0-5]))?$/.exec(path) ?? [];
    if (kind === undefined) return { status: 404 };
    const from = Number(position) * 256;
    const width = Number(given ?? 256);
    const entries = this.entries.slice(from, from + width);
    if (entries.length < width) return { status: 404 };
    const bytes = kind === '0' ? entries.map(this.hashesOfTile) : entries.flatMap(withLength);
    return { status: 200, bytes: Buffer.concat(bytes) };
  }

  hashesOfTile(entry: Buffer): Buffer {
    return leafOf(entry);
  }

  #publicKey(): Buffer {
    const der = this.#key.publicKey.export({ format: 'der', type: 'spki' });
    return Buffer.concat([Buffer.of(1), der.subarray(-32)]);
  }

  #keyId(key: Buffer): Buffer {
    return createHash('sha256').update(`${this.origin}\n`).update(key).digest().subarray(0, 4);
  }
}

function withLength(entry: Buffer): readonly Buffer[] {
  return [Buffer.of(entry.length >> 8, entry.length & 255), entry];
}

function leafOf(entry: Buffer): Buffer {
  return createHash('sha256').update('\0').update(entry).digest();
}

/** MTH(D[n]) of RFC 6962, section 2.1. */
function rootOf(entries: readonly Buffer[]): Buffer {
  const [first] = entries;
  if (first === undefined) return createHash('sha256').digest();
  if (entries.length === 1) return leafOf(first);
  const [left, right] = halvesOf(entries);
  return createHash('sha256').update('\x01').update(rootOf(left)).update(rootOf(right)).digest();
}

/** The entries up to the largest power of two below their number, and the others. */
function halvesOf(entries: readonly Buffer[]): [readonly Buffer[], readonly Buffer[]] {
  let left = 1;
  while (left * 2 < entries.length) left *= 2;
  return [entries.slice(0, left), entries.slice(left)];
}
