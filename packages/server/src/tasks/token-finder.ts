// Finds access tokens in any bytes: text, binary data, headers of an archive. In UTF-8 and in UTF-16.
import { createHash } from 'node:crypto';
import { isTokenWellFormed } from '@prime-registry/protocol';

/** Most texts with the form of a token that are judged, in all finders of a {@link FoundTokens}. */
const MAX_TEXTS = 100_000;
/** Most different tokens that are kept: each is looked up in the store. */
const MAX_TOKENS = 1000;
/** More than a manifest or a README can hold. */
const MAX_TOKENS_IN_TEXT = 10_000;
/** A shorter token of the operator could be guessed: a refused publish would confirm each right guess. */
export const MIN_OPERATOR_TOKEN_LENGTH = 32;

const PREFIX = 'pri_';
/** All spellings of the prefix begin with it. */
const PREFIX_START = 'pri';
const WIDE_PREFIX = widen(PREFIX);
/** As Markdown and URLs write it: converters to Markdown put a backslash before each underscore. */
const ESCAPED_PREFIXES = ['pri\\_', 'pri%5F', 'pri%5f', 'pri&#95;', 'pri&#x5f;', 'pri&#x5F;', 'pri&lowbar;'];
const TOKEN_LENGTH = 42;
/** The bytes of a token in UTF-16, without the last one, which may be the end of a file. */
const WIDE_TOKEN_LENGTH = 2 * TOKEN_LENGTH - 1;

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
      sha256: createHash('sha256').update(secret).digest('hex'),
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

/** Searches one stream of bytes, which may arrive in any pieces. */
export class TokenFinder {
  readonly #found: FoundTokens;
  readonly #operatorToken: string | undefined;
  readonly #wideOperatorToken: Buffer | undefined;
  /** One byte less than the longest token. */
  readonly #tailBytes: number;
  #tail = Buffer.alloc(0);

  /** @param operatorToken - ignored if it is short */
  constructor(found: FoundTokens, operatorToken?: string) {
    this.#found = found;
    const isLong = operatorToken !== undefined && operatorToken.length >= MIN_OPERATOR_TOKEN_LENGTH;
    this.#operatorToken = isLong ? operatorToken : undefined;
    this.#wideOperatorToken = isLong ? widen(operatorToken) : undefined;
    this.#tailBytes = Math.max(WIDE_TOKEN_LENGTH, this.#wideOperatorToken?.length ?? 0) - 1;
  }

  /** Searches the next bytes, with those before them. */
  write(bytes: Uint8Array, path?: string): void {
    if (this.#found.areTooMany) return;
    const chunk = toBuffer(bytes);
    if (this.#tail.length > 0) {
      this.#search(Buffer.concat([this.#tail, chunk.subarray(0, this.#tailBytes)]), path);
    }
    this.#search(chunk, path);
    this.skip(bytes);
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
    this.#tail = Buffer.alloc(0);
  }

  #search(bytes: Buffer, path: string | undefined): void {
    this.#searchFor(PREFIX, bytes, path);
    for (const prefix of ESCAPED_PREFIXES) this.#searchFor(prefix, bytes, path);
    this.#findOperators(bytes, this.#operatorToken, path);
    if (!bytes.includes(0)) return;
    for (let at = bytes.indexOf(WIDE_PREFIX); at !== -1; at = bytes.indexOf(WIDE_PREFIX, at + 1)) {
      this.#judge(narrow(bytes.toString('latin1', at, at + WIDE_TOKEN_LENGTH)), path);
      if (this.#found.areTooMany) return;
    }
    this.#findOperators(bytes, this.#wideOperatorToken, path);
  }

  #searchFor(prefix: string, bytes: Buffer, path: string | undefined): void {
    for (let at = bytes.indexOf(prefix); at !== -1; at = bytes.indexOf(prefix, at + 1)) {
      if (this.#found.areTooMany) return;
      const rest = at + prefix.length;
      this.#judge(`${PREFIX}${bytes.toString('latin1', rest, rest + TOKEN_LENGTH - PREFIX.length)}`, path);
    }
  }

  #judge(text: string, path: string | undefined): void {
    if (text.length === TOKEN_LENGTH) this.#found.judge(text, path);
  }

  #findOperators(bytes: Buffer, spelling: string | Buffer | undefined, path: string | undefined): void {
    if (spelling === undefined || this.#operatorToken === undefined || !bytes.includes(spelling)) return;
    this.#found.add(this.#operatorToken, path);
  }
}

function toBuffer({ buffer, byteOffset, byteLength }: Uint8Array): Buffer {
  return Buffer.from(buffer, byteOffset, byteLength);
}

/** As in UTF-16, without the byte before the first character or after the last one: in both byte orders. */
function widen(text: string): Buffer {
  return Buffer.from([...text].join('\0'), 'latin1');
}

function narrow(text: string): string {
  return text.replaceAll('\0', '');
}
