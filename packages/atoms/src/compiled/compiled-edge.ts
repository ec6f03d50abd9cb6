// Parses kinds and edges as compilers write them.
import type { BareEdge } from '../atom.ts';
import { isAtomId } from '../atom-id.ts';

const WORD = /^[A-Za-z0-9_][\w.-]{0,127}$/;

/** An edge; undefined unless the verb is a word and the target is an id. */
export function readCompiledEdge(verb = '', target = ''): BareEdge | undefined {
  return WORD.test(verb) && isAtomId(target) ? { verb, target } : undefined;
}

/** A kind; undefined if it is not valid. */
export function readKind(text = ''): string | undefined {
  return WORD.test(text) ? text.toLowerCase() : undefined;
}
