// Kinds and edges as compilers write them.
import type { BareEdge } from '../atom.ts';
import { isAtomId } from '../atom-id.ts';

const WORD = /^[A-Za-z0-9_][\w.-]{0,127}$/;

/** An edge; undefined unless the verb is a word and the target an id. */
export function readCompiledEdge(verb = '', target = ''): BareEdge | undefined {
  return WORD.test(verb) && isAtomId(target) ? { verb, target } : undefined;
}

/** A kind; undefined when it is none. */
export function readKind(text = ''): string | undefined {
  return WORD.test(text) ? text.toLowerCase() : undefined;
}
