// Finds compiled texts that are older than their sources, for compilers that record no hash of the source. Most
// compilers copy the text of a field below a heading with its name.
import { toLine } from '../text/cut-text.ts';

/** Shorter lines may occur by chance. In characters. */
const MIN_LINE_LENGTH = 24;

/**
 * Maximum number of characters that are searched in a Prime, for lines that are wrapped differently. Beyond it,
 * nothing is stale: a hostile Prime must not take seconds.
 */
const MAX_SEARCHED = 32 * 1024 * 1024;

/** The sections of a text by heading; the heading in lower case, the lines without list marks. */
type Sections = ReadonlyMap<string, readonly string[]>;

/**
 * Compares the sections of all atoms of a Prime, in two passes: a heading counts if at least one atom has the same
 * text below it in both forms. So a compiler that writes a field in its own words causes no finding.
 */
export class CopiedSections {
  readonly #copied = new Set<string>();
  readonly #differing = new Map<string, string[]>();
  #searched = 0;

  /** First pass: the text generated from a source, and the longest compiled one. */
  compare(id: string, generated: string, compiled: string | undefined): void {
    if (compiled === undefined) return;
    const theirs = readSections(compiled);
    const differing: string[] = [];
    for (const [heading, lines] of readSections(generated)) {
      const copies = theirs.get(heading);
      if (copies === undefined) continue;
      if (this.#contains(copies, lines) && this.#contains(lines, copies)) this.#copied.add(heading);
      else differing.push(heading);
    }
    if (differing.length > 0) this.#differing.set(id, differing);
  }

  /** Second pass: the heading of a section whose compiled text is another one; undefined if there is none. */
  findStale(id: string): string | undefined {
    return this.#differing.get(id)?.find((heading) => this.#copied.has(heading));
  }

  /** Whether some lines have all long ones of the others, however they are wrapped. */
  #contains(lines: readonly string[], others: readonly string[]): boolean {
    const known = new Set(lines);
    let text: string | undefined;
    return others.every((line) => {
      if (line.length < MIN_LINE_LENGTH || known.has(line)) return true;
      text ??= lines.join(' ');
      this.#searched += text.length;
      return this.#searched > MAX_SEARCHED || text.includes(line);
    });
  }
}

function readSections(text: string): Sections {
  const sections = new Map<string, string[]>();
  let lines: string[] | undefined;
  for (const raw of text.split('\n')) {
    const heading = /^## +(\S.*)$/.exec(raw)?.[1];
    if (heading !== undefined) {
      const name = toLine(heading.replaceAll(/[-_]+/g, ' ')).toLowerCase();
      lines = sections.get(name) ?? [];
      sections.set(name, lines);
    } else {
      const line = toLine(raw.replace(/^[\s>]*(?:[-*+]|\d{1,3}\.)?\s+(?:\[[ xX]\]\s+)?/, ''));
      if (line !== '') lines?.push(line);
    }
  }
  return sections;
}
