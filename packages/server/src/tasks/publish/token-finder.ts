// Finds access tokens in any bytes: text, binary data, headers of an archive. Also encoded: in UTF-16, base64 and
// hexadecimal digits, behind escapes, on wrapped lines.
import type { Run } from '@prime-registry/secret-scan';
import type { FoundTokens } from './found-tokens.ts';
import { TOKEN_LENGTH, TokenPlaces, type Wanted } from './token-places.ts';
import { findWideText } from './token-spellings.ts';
import { joinWrappedLines } from './wrapped-lines.ts';

/** A shorter token of the operator could be guessed: a refused publish would confirm each right guess. */
export const MIN_OPERATOR_TOKEN_LENGTH = 32;

const NOTHING = Buffer.alloc(0);
/** At least the longest spelling of a token, in UTF-16. */
const SPELLING_FACTOR = 12;

/** Begins a header in a gzip file. */
const GZIP = Buffer.from([0x1f, 0x8b, 0x08]);
/** Longer headers are not searched for encoded tokens. */
const MAX_HEADER_BYTES = 64 * 1024;

/** Searches one stream of bytes, which may arrive in any pieces. */
export class TokenFinder {
  readonly #found: FoundTokens;
  readonly #places: TokenPlaces;
  /** At least one byte less than the longest spelling of a token. */
  readonly #tailBytes: number;
  #tail = NOTHING;
  /** How many of the next packed bytes may be a header. */
  #headerBytes = 0;

  /** @param operatorToken - ignored if it is short */
  constructor(found: FoundTokens, operatorToken?: string) {
    this.#found = found;
    const isLong = operatorToken !== undefined && operatorToken.length >= MIN_OPERATOR_TOKEN_LENGTH;
    this.#places = findPlaces(isLong ? operatorToken : undefined);
    this.#tailBytes = SPELLING_FACTOR * Math.max(TOKEN_LENGTH, isLong ? operatorToken.length : 0);
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
    if (end < chunk.length) this.#find(chunk, 'plain', undefined);
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
    const joined = joinWrappedLines(bytes, this.#find(bytes, 'all', path));
    if (joined !== undefined) this.#find(joined, 'encoded', path);
  }

  #find(bytes: Buffer, wanted: Wanted, path: string | undefined): readonly Run[] {
    const found = this.#found;
    return this.#places.find(bytes, wanted, (text, isOperators) => {
      if (found.areTooMany) return;
      if (isOperators) found.add(text, path);
      else found.judge(text, path);
    });
  }
}

let last: { readonly operatorToken: string | undefined; readonly places: TokenPlaces } | undefined;

/** Cached: a process has one such token, and spelling it takes a fifth of the time of a small tarball. */
function findPlaces(operatorToken: string | undefined): TokenPlaces {
  if (last === undefined || last.operatorToken !== operatorToken)
    last = { operatorToken, places: new TokenPlaces(operatorToken) };
  return last.places;
}

function toBuffer({ buffer, byteOffset, byteLength }: Uint8Array): Buffer {
  return Buffer.from(buffer, byteOffset, byteLength);
}
