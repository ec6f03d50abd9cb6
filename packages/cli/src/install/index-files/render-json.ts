// The table of contents of `.primes` for programs.
import type { IndexPrime } from './index-item.ts';

/** The most of index.json, in bytes. */
export const MAX_JSON_BYTES = 4 * 1024 * 1024;

const COLUMNS = ['id', 'kind', 'sentence', 'file', 'summary', 'core', 'full'];

/** One line for each Prime; its atoms are rows of COLUMNS. Atoms that do not fit are counted. */
export function renderJson(primes: readonly IndexPrime[]): string {
  let leftBytes = MAX_JSON_BYTES;
  const lines = primes.map(({ name, version, sha256, description, tokens, atoms = [] }) => {
    const rows = atoms.map(({ id, kind, sentence, place, tokens: { summary, core, full } }) => [
      ...[id, kind, sentence, place],
      ...[summary, core, full],
    ]);
    const prime = { name, version, sha256, description, tokens };
    const line = JSON.stringify({ ...prime, atom_count: atoms.length, atoms: rows });
    leftBytes -= Buffer.byteLength(line);
    return leftBytes >= 0 ? line : JSON.stringify({ ...prime, atom_count: atoms.length });
  });
  return `{"form":1,"columns":${JSON.stringify(COLUMNS)},"primes":[\n${lines.join(',\n')}\n]}\n`;
}
