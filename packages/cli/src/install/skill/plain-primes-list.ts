// Reads the `primes:` list of most frontmatters: lines of plain keys and values, and a list of quoted names. Loading the YAML
// library and parsing with it takes longer than everything else that a command does which finds nothing to do.
import type { PrimesEntry } from './primes-list.ts';

/**
 * A key with a value on its line: plain text, or text between double quotes. Nothing in it has a meaning in YAML, and no
 * character is of a kind that may be one, such as a line separator.
 */
const PLAIN_LINE =
  /^([a-z][a-z_-]{0,63}): (?:[A-Za-z](?:[^\p{C}\p{Z}:#]| (?=[^ #]))*|"(?:[^\p{C}\p{Z}"\\]| )*")$/u;
/** An entry. Names and ranges have no other characters, and none that an escape begins with. */
const ENTRY = /^( {0,8}- )(["'])(@[\w@/.*^~<>=|+ -]*)\2$/;

/**
 * The entries as `readPrimesList` reads them; undefined for every text that is not of this form, valid or not.
 * @param linesBefore - the number of lines in the file before the text
 */
export function findPlainPrimesList(yamlText: string, linesBefore: number): PrimesEntry[] | undefined {
  if (!yamlText.endsWith('\n')) return undefined;
  const keys = new Set<string>();
  const entries: PrimesEntry[] = [];
  let indent: string | undefined;
  let isInList = false;
  for (const [index, line] of yamlText.slice(0, -1).split('\n').entries()) {
    const entry = isInList ? ENTRY.exec(line) : null;
    if (entry !== null) {
      const [, before = '', , text = ''] = entry;
      indent ??= before;
      if (before !== indent) return undefined;
      const place = { line: linesBefore + index + 1, column: before.length + 1 };
      entries.push({ field: `primes[${entries.length}]`, text, ...place });
      continue;
    }
    // An empty list has several spellings.
    if (isInList && entries.length === 0) return undefined;
    isInList = line === 'primes:';
    const key = isInList ? 'primes' : PLAIN_LINE.exec(line)?.[1];
    if (key === undefined || keys.has(key)) return undefined;
    keys.add(key);
  }
  return entries.length === 0 ? undefined : entries;
}
