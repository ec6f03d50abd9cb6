// The ranges of one lock file. They are slow to parse, and a hostile file has hundreds of thousands of them.
import { type Parsed, parseRange, parseRequired } from '@prime-registry/protocol';

/** Most different ranges of a lock file: about a second. Real ones have some hundreds. */
const MAX_DIFFERENT_RANGES = 10_000;

/** Any name: only the range matters. */
const SOME_PRIME = '@scope/name';

/** Parses the ranges of one lock file, each once. */
export class LockedRanges {
  readonly #wanted = new Map<string, Parsed<string>>();
  readonly #required = new Map<string, Parsed<string>>();

  /** The text of the range that a person or a project wants. */
  parseWanted(text: string): Parsed<string> {
    return this.#recall(this.#wanted, text, () => {
      const parsed = parseRange(text);
      return parsed.ok ? { ok: true, value: parsed.value.text } : parsed;
    });
  }

  /** The text of the range in which a Prime requires another one. @param name - of that one */
  parseRequired(name: string, text: string): Parsed<string> {
    const range = this.#recall(this.#required, text, () => selectRange(parseRequired(SOME_PRIME, text)));
    // Again, for a message with the name: the caller stops at the first problem.
    return range.ok || !this.#required.has(text) ? range : selectRange(parseRequired(name, text));
  }

  get #isFull(): boolean {
    return this.#wanted.size + this.#required.size >= MAX_DIFFERENT_RANGES;
  }

  #recall(known: Map<string, Parsed<string>>, text: string, parse: () => Parsed<string>): Parsed<string> {
    const recalled = known.get(text);
    if (recalled !== undefined) return recalled;
    if (this.#isFull)
      return {
        ok: false,
        message: `has a range too many: a lock file has at most ${MAX_DIFFERENT_RANGES} different ones`,
      };
    const parsed = parse();
    known.set(text, parsed);
    return parsed;
  }
}

function selectRange(parsed: ReturnType<typeof parseRequired>): Parsed<string> {
  return parsed.ok ? { ok: true, value: parsed.value[1] } : parsed;
}
