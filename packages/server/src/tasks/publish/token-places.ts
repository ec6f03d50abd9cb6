// Finds the places where access tokens may be, also encoded ones, in one pass over the bytes.
import { type Run, TextSearch } from '@prime-registry/secret-scan';
import { type Spelling, spellEncoded } from './token-spellings.ts';
import { isEncodedByte } from './wrapped-lines.ts';

const PREFIX = 'pri_';
/** All spellings of the prefix in text begin with it. */
export const PREFIX_START = 'pri';
/** The rest of the prefix, also as Markdown, URLs, HTML and JSON write it. */
const PREFIX_END = /^(?:_|\\_|%5F|&#95;|&#x5f;|&lowbar;|\\u005f|\\x5f)/i;
const MAX_PREFIX_END = 8;
/** 1 for each byte with which the rest of the prefix begins. */
const END_BYTES = new Uint8Array(256);
for (const byte of Buffer.from('_\\%&')) END_BYTES[byte] = 1;
export const TOKEN_LENGTH = 42;
/** The characters of the operator's token whose encodings are searched for. */
const OPERATOR_BEGIN_LENGTH = 12;

/** @param text - as long as a token; @param isOperators - whether it is the operator's own token */
export type OnToken = (text: string, isOperators: boolean) => void;

/** Which places are wanted: not all bytes can have tokens in each spelling. */
export type Wanted = 'all' | 'plain' | 'encoded';

/** A text that is searched for. */
interface Needle {
  readonly bytes: Buffer;
  readonly isEncoded: boolean;
  /** Calls back with what is at this place of the bytes. */
  readonly read: (bytes: Buffer, at: number, onToken: OnToken) => void;
}

/** Searches for tokens of any registry, and for the operator's own token. */
export class TokenPlaces {
  readonly #needles: readonly Needle[];
  readonly #search: TextSearch;

  constructor(operatorToken: string | undefined) {
    const needles = [PREFIX_NEEDLE, ...ENCODED_NEEDLES];
    if (operatorToken !== undefined) needles.push(...listOperatorNeedles(operatorToken));
    this.#needles = needles;
    this.#search = new TextSearch(
      needles.map(({ bytes }) => bytes),
      isEncodedByte,
    );
  }

  /**
   * Finds the places.
   * @returns the runs of at least 16 bytes of encoded data
   */
  find(bytes: Buffer, wanted: Wanted, onToken: OnToken): readonly Run[] {
    return this.#search.find(bytes, (at, index) => {
      const needle = this.#needles[index];
      if (needle === undefined || (wanted !== 'all' && needle.isEncoded !== (wanted === 'encoded'))) return;
      needle.read(bytes, at, onToken);
    });
  }
}

const PREFIX_NEEDLE: Needle = {
  bytes: Buffer.from(PREFIX_START),
  isEncoded: false,
  read(bytes, at, onToken) {
    const start = at + PREFIX_START.length;
    if (END_BYTES[bytes[start] ?? 0] !== 1) return;
    const rest = bytes.toString('latin1', start, start + MAX_PREFIX_END + TOKEN_LENGTH - PREFIX.length);
    const end = PREFIX_END.exec(rest)?.[0];
    if (end === undefined) return;
    const text = `${PREFIX}${rest.slice(end.length)}`.slice(0, TOKEN_LENGTH);
    if (text.length === TOKEN_LENGTH) onToken(text, false);
  },
};

const ENCODED_NEEDLES = spellEncoded(PREFIX, TOKEN_LENGTH).map(
  (spelling): Needle => ({
    bytes: spelling.needle,
    isEncoded: true,
    read: (bytes, at, onToken) => onToken(decodeAt(spelling, bytes, at).slice(0, TOKEN_LENGTH), false),
  }),
);

function listOperatorNeedles(token: string): Needle[] {
  const spellings = spellEncoded(token.slice(0, OPERATOR_BEGIN_LENGTH), token.length);
  return [
    { bytes: Buffer.from(token), isEncoded: false, read: (_bytes, _at, onToken) => onToken(token, true) },
    ...spellings.map(
      (spelling): Needle => ({
        bytes: spelling.needle,
        isEncoded: true,
        read(bytes, at, onToken) {
          if (decodeAt(spelling, bytes, at).startsWith(token)) onToken(token, true);
        },
      }),
    ),
  ];
}

function decodeAt({ length, decode }: Spelling, bytes: Buffer, at: number): string {
  return decode(bytes.toString('latin1', at, at + length));
}
