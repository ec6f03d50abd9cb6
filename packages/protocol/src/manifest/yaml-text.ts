// Decodes the bytes of a pack.yaml into text that is allowed in YAML.
import type { FieldProblem } from '../text/field-problem.ts';
import { describeCharacter } from '../text/quote.ts';
import { manifestProblem, positionAt } from './manifest-problem.ts';

/** Longest manifest, in bytes of UTF-8. */
export const MAX_MANIFEST_BYTES = 256 * 1024;

/** Decodes a manifest; a byte order mark at the start is dropped. */
export function readYamlText(bytes: Uint8Array): { text: string } | { problem: FieldProblem } {
  if (bytes.length > MAX_MANIFEST_BYTES) {
    return manifestProblem(`has ${bytes.length} bytes; at most ${MAX_MANIFEST_BYTES} (256 KiB) are allowed`);
  }
  const text = decode(bytes);
  if (text === undefined) return manifestProblem('is not valid UTF-8; save the file as UTF-8');
  return findUnprintable(text) ?? { text };
}

function decode(bytes: Uint8Array): string | undefined {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return undefined;
  }
}

// YAML 1.2, section 5.1: unprintable characters are only allowed as escapes in double quotes. A carriage
// return without a line feed is a line break in section 5.4, but content for many parsers. U+0085, U+2028 and
// U+2029 are line breaks for YAML 1.1: for it, a comment may end there and a key begin. A byte order mark is
// allowed at the start only.
function findUnprintable(text: string): { problem: FieldProblem } | undefined {
  const match = /\r(?!\n)|(?![\t\n\r])[\p{Cc}\p{Zl}\p{Zp}\ufeff\ufffe\uffff]/u.exec(text);
  if (match === null) return undefined;
  const position = positionAt(text, match.index);
  if (match[0] === '\r') {
    return manifestProblem('has a carriage return without a line feed; end lines with LF or CRLF', position);
  }
  return manifestProblem(`has the unprintable character ${describeCharacter(match[0])}; remove it`, position);
}
