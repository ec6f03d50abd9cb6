// Finds access tokens in any bytes: text, binary data, headers of an archive. Also encoded: in UTF-16, base64 and
// hexadecimal digits, behind escapes, on wrapped lines.
import { hash } from 'node:crypto';
import { isTokenWellFormed } from '@prime-registry/protocol';
import { findWideText, type Spelling, spellEncoded } from './token-spellings.ts';
import { joinWrappedLines } from './wrapped-lines.ts';

/** Most texts with the form of a token that are judged, in all finders of a {@link FoundTokens}. */
const MAX_TEXTS = 100_000;
/** Most different tokens that are kept: each is looked up in the store. */
const MAX_TOKENS = 1000;
/** More than a manifest or a README can hold. */
const MAX_TOKENS_IN_TEXT = 10_000;
/** A shorter token of the operator could be guessed: a refused publish would confirm each right guess. */
export const MIN_OPERATOR_TOKEN_LENGTH = 32;

const PREFIX = 'pri_';
/** All spellings of the prefix in text begin with it. */
const PREFIX_START = 'pri';
const PREFIX_START_BYTES = Buffer.from(PREFIX_START);
const NOTHING = Buffer.alloc(0);
/** The rest of the prefix, also as Markdown, URLs, HTML and JSON write it. */
const PREFIX_END = /^(?:_|\\_|%5F|&#95;|&#x5f;|&lowbar;|\\u005f|\\x5f)/i;
const MAX_PREFIX_END = 8;
/** 1 for each byte with which the rest of the prefix begins. */
const END_BYTES = new Uint8Array(256);
for (const byte of Buffer.from('_\\%&')) END_BYTES[byte] = 1;
const NEAR_BYTES = 16;
const TOKEN_LENGTH = 42;
const ENCODED_TOKENS = spellEncoded(PREFIX, TOKEN_LENGTH);
/** The characters of the operator's token whose encodings are searched for. */
const OPERATOR_BEGIN_LENGTH = 12;
/** At least the longest spelling of a token, in UTF-16. */
const SPELLING_FACTOR = 12;

/** A text with the form and the checksum of a token, or the operator's own token. */
export interface TokenDigest {
  /** SHA-256 of the token, 64 hexadecimal digits. */
  readonly sha256: string;
  /** The file that contains it; undefined if it is in the metadata of an archive, or in no file. */
  readonly path: string | undefined;
}

/** The tokens of one upload, without duplicates. */
export class FoundTokens {
  readonly #maxTokens: number;
  readonly #paths = new Map<string, string | undefined>();
  #texts = 0;

  constructor(maxTokens = MAX_TOKENS) {
    this.#maxTokens = maxTokens;
  }

  /** Whether there are too many for all to be judged. */
  get areTooMany(): boolean {
    return this.#paths.size > this.#maxTokens || this.#texts > MAX_TEXTS;
  }

  get size(): number {
    return this.#paths.size;
  }

  /** @param path - of the file; undefined if the token is elsewhere, or not yet known to be in a file */
  add(secret: string, path: string | undefined): void {
    if (this.areTooMany) return;
    this.#paths.set(secret, path ?? this.#paths.get(secret));
  }

  /** Adds a text that may be a token. */
  judge(text: string, path: string | undefined): void {
    this.#texts += 1;
    if (isTokenWellFormed(text)) this.add(text, path);
  }

  /** Their digests: a token itself never leaves this file. */
  list(): TokenDigest[] {
    return [...this.#paths].map(([secret, path]) => ({
      sha256: hash('sha256', secret),
      path,
    }));
  }
}

/** All tokens in a text of at most 256 KiB. */
export function findTokens(text: Uint8Array | string, operatorToken: string | undefined): TokenDigest[] {
  if (typeof text === 'string' && !mayContainTokens(text, operatorToken)) return [];
  const found = new FoundTokens(MAX_TOKENS_IN_TEXT);
  new TokenFinder(found, operatorToken).write(typeof text === 'string' ? Buffer.from(text) : text);
  return found.list();
}

/** Whether a text may contain tokens: decides most texts without a copy of them. */
export function mayContainTokens(text: string, operatorToken: string | undefined): boolean {
  return text.includes(PREFIX_START) || (operatorToken !== undefined && text.includes(operatorToken));
}

/** Begins a header in a gzip file. */
const GZIP = Buffer.from([0x1f, 0x8b, 0x08]);
/** Longer headers are not searched for encoded tokens. */
const MAX_HEADER_BYTES = 64 * 1024;

/** Searches one stream of bytes, which may arrive in any pieces. */
export class TokenFinder {
  readonly #found: FoundTokens;
  readonly #operator: Operator | undefined;
  /** At least one byte less than the longest spelling of a token. */
  readonly #tailBytes: number;
  #tail = NOTHING;
  /** How many of the next packed bytes may be a header. */
  #headerBytes = 0;

  /** @param operatorToken - ignored if it is short */
  constructor(found: FoundTokens, operatorToken?: string) {
    this.#found = found;
    const isLong = operatorToken !== undefined && operatorToken.length >= MIN_OPERATOR_TOKEN_LENGTH;
    this.#operator = isLong ? readOperator(operatorToken) : undefined;
    this.#tailBytes = SPELLING_FACTOR * Math.max(TOKEN_LENGTH, this.#operator?.token.length ?? 0);
  }

  /** Searches the next bytes, with those before them. */
  write(bytes: Uint8Array, path?: string): void {
    if (this.#found.areTooMany) return;
    const chunk = toBuffer(bytes);
    const joined = this.#join(chunk);
    if (joined.length > 0) this.#search(joined, path);
    this.#search(chunk, path);
    this.skip(bytes);
  }

  /**
   * Searches the next bytes of a gzip file: where a header may be, like {@link write}; compressed data, which has
   * other bytes than what is in it, only for tokens that are not encoded.
   */
  writePacked(bytes: Uint8Array): void {
    if (this.#found.areTooMany) return;
    const chunk = toBuffer(bytes);
    const joined = this.#join(chunk);
    const start = chunk.lastIndexOf(GZIP);
    let end = start === -1 ? this.#headerBytes : start + MAX_HEADER_BYTES;
    if (joined.includes(GZIP)) end = Math.max(end, MAX_HEADER_BYTES);
    if (joined.length > 0) this.#search(joined, undefined);
    if (end > 0) this.#search(chunk.subarray(0, end), undefined);
    if (end < chunk.length) this.#findPlain(chunk, undefined);
    this.#headerBytes = Math.max(0, end - chunk.length);
    this.skip(bytes);
  }

  /** The beginning of the bytes with what was before. */
  #join(chunk: Buffer): Buffer {
    return this.#tail.length === 0
      ? NOTHING
      : Buffer.concat([this.#tail, chunk.subarray(0, this.#tailBytes)]);
  }

  /** Passes bytes that need no search, but in which a token may begin. */
  skip(bytes: Uint8Array): void {
    const end = toBuffer(bytes).subarray(-this.#tailBytes);
    const room = this.#tailBytes - end.length;
    const kept = this.#tail.subarray(Math.max(0, this.#tail.length - room));
    this.#tail = Buffer.concat([kept, end]);
  }

  /** The stream has ended; another one may follow. */
  end(): void {
    this.#tail = NOTHING;
  }

  #search(bytes: Buffer, path: string | undefined): void {
    this.#searchText(bytes, path);
    const narrow = findWideText(bytes);
    if (narrow !== undefined) this.#searchText(narrow, path);
  }

  #searchText(bytes: Buffer, path: string | undefined): void {
    this.#findPlain(bytes, path);
    this.#findEncoded(bytes, path);
    const joined = joinWrappedLines(bytes);
    if (joined !== undefined) this.#findEncoded(joined, path);
  }

  #findPlain(bytes: Buffer, path: string | undefined): void {
    const operator = this.#operator;
    if (operator !== undefined && bytes.includes(operator.bytes)) this.#found.add(operator.token, path);
    for (let at = findPrefixStart(bytes, 0); at !== -1; at = findPrefixStart(bytes, at)) {
      if (this.#found.areTooMany) return;
      at += PREFIX_START.length;
      if (END_BYTES[bytes[at] ?? 0] !== 1) continue;
      const text = bytes.toString('latin1', at, at + MAX_PREFIX_END + TOKEN_LENGTH - PREFIX.length);
      const end = PREFIX_END.exec(text)?.[0];
      if (end !== undefined) this.#judge(`${PREFIX}${text.slice(end.length)}`.slice(0, TOKEN_LENGTH), path);
    }
  }

  #findEncoded(bytes: Buffer, path: string | undefined): void {
    for (const spelling of ENCODED_TOKENS) {
      for (const text of decodeAll(bytes, spelling)) {
        if (this.#found.areTooMany) return;
        this.#found.judge(text.slice(0, TOKEN_LENGTH), path);
      }
    }
    if (this.#operator === undefined) return;
    const { token, spellings } = this.#operator;
    for (const spelling of spellings) {
      for (const text of decodeAll(bytes, spelling)) {
        if (text.startsWith(token)) this.#found.add(token, path);
      }
    }
  }

  #judge(text: string, path: string | undefined): void {
    if (text.length === TOKEN_LENGTH) this.#found.judge(text, path);
  }
}

/** What is at each place of this spelling. */
function* decodeAll(bytes: Buffer, { needle, length, decode }: Spelling): Generator<string> {
  for (let at = bytes.indexOf(needle); at !== -1; at = bytes.indexOf(needle, at + 1)) {
    yield decode(bytes.toString('latin1', at, at + length));
  }
}

/** Looks at the next bytes first: it may be everywhere. */
function findPrefixStart(bytes: Buffer, start: number): number {
  const near = start + NEAR_BYTES;
  for (let index = start; index < near; index += 1) {
    if (bytes[index] === 0x70 && bytes[index + 1] === 0x72 && bytes[index + 2] === 0x69) return index;
  }
  return bytes.indexOf(PREFIX_START_BYTES, near);
}

/** The operator's own token. */
interface Operator {
  readonly token: string;
  readonly bytes: Buffer;
  readonly spellings: readonly Spelling[];
}

let lastOperator: Operator | undefined;

/** Cached: a process has one such token, and spelling it takes a fifth of the time of a small tarball. */
function readOperator(token: string): Operator {
  if (lastOperator?.token !== token) {
    const spellings = spellEncoded(token.slice(0, OPERATOR_BEGIN_LENGTH), token.length);
    lastOperator = { token, bytes: Buffer.from(token), spellings };
  }
  return lastOperator;
}

function toBuffer({ buffer, byteOffset, byteLength }: Uint8Array): Buffer {
  return Buffer.from(buffer, byteOffset, byteLength);
}
