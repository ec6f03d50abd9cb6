// From the bytes of a pack.yaml to text that a YAML document may hold.
import type { FieldProblem } from '../field-problem.ts';
import { describeCharacter } from '../quote.ts';
import { manifestProblem, positionAt } from './manifest-problem.ts';

/** Longest manifest, in bytes of UTF-8. */
export const MAX_MANIFEST_BYTES = 256 * 1024;

/** Decodes a manifest; a byte order mark in front is dropped. */
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

// YAML 1.2, section 5.1: what is not printable has no place in a document except as an escape in double quotes. A
// carriage return alone is a line break in section 5.4, but content to many parsers: it must not divide readers.
function findUnprintable(text: string): { problem: FieldProblem } | undefined {
  const match = /\r(?!\n)|(?![\t\n\r\u0085])[\p{Cc}\ufffe\uffff]/u.exec(text);
  if (match === null) return undefined;
  const position = positionAt(text, match.index);
  if (match[0] === '\r') {
    return manifestProblem('has a carriage return alone; end lines with LF or CRLF', position);
  }
  return manifestProblem(
    `has the unprintable character ${describeCharacter(match[0])}; take it out`,
    position,
  );
}
