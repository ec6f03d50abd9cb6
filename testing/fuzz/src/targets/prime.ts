// Sources of atoms: the inventory is always valid, and an atom after the input is still read.
import { isUtf8 } from 'node:buffer';
import { isDeepStrictEqual } from 'node:util';
import { type Inventory, InventoryBuilder } from '@prime-registry/atoms';
import { expect, type Target } from '../target.ts';
import { checkMessage } from './path.ts';

const PATH = 'primes/sources/@fuzz/one.prime';
const SENTINEL = Buffer.from('\nrule Sentinel {\n  id: "@fuzz/sentinel"\n}\n');
const MAX_SOURCE_BYTES = 256 * 1024;
const MAX_ATOMS_PER_FILE = 256;
/** With up to this number of unreadable atoms, the next atom is always read. */
const MAX_REREADS = 4;

/** Words of the source format. */
export const PRIME_WORDS: readonly string[] = [
  'rule One {\n',
  'unit Two : Threat {\n',
  'prime Three extends Rule {\n',
  '\n}\n',
  '  id: "@fuzz/one"\n',
  '  version: "1.0.0"\n',
  '  description: "x"\n',
  '  tags: [a, b]\n',
  '  related: [@fuzz/one, @other/two]\n',
  '  edges: { requires: [@fuzz/two] }\n',
  '{ type: related, target: "@fuzz/one" }',
  '__proto__: ',
  'constructor: ',
  '@fuzz/two',
  '@',
  '"',
  '"""',
  '\\"',
  '\\u202e',
  '\\',
  '|\n',
  '| x\n',
  '{',
  '}',
  '[',
  ']',
  '(',
  ')',
  ':',
  ',',
  '//',
  '/*',
  '*/',
  '#',
  '-> ',
  '100–300ms',
  '"a" | "b"',
  '\n',
  '\r\n',
  '\r',
  '\t',
  '    ',
  '\0',
  '\ufeff',
  '\u202e',
  '\u200b',
  '\u{e0041}',
  '😀',
];

export const prime: Target = {
  name: 'prime',
  weight: 12,
  usualBytes: 3000,
  dictionary: PRIME_WORDS,
  open: () => ({ run: checkSource }),
};

async function checkSource(input: Buffer): Promise<string> {
  const files = [{ path: PATH, bytes: input }];
  const inventory = await inventoryOf(files);
  expect(isDeepStrictEqual(inventory, await inventoryOf(files)), 'two reads give different inventories');
  const lines = input.toString('utf8').replaceAll('\r\n', '\n').split('\n');
  for (const { line = 1, column = 1 } of inventory.problems) {
    expect(line >= 1 && line <= lines.length, `the file has no line ${line}`);
    expect(column >= 1 && column <= (lines[line - 1]?.length ?? 0) + 1, `the line has no column ${column}`);
  }
  for (const { line = 0 } of inventory.atoms)
    expect(line >= 1 && line <= lines.length, 'an atom has an invalid line');
  await checkNextAtom(input, inventory);
  return outlineInventory(inventory);
}

/** An atom after the input is read, however the input ends. */
async function checkNextAtom(input: Buffer, { problems, problemCount, atoms }: Inventory): Promise<void> {
  const isBounded =
    input.length + SENTINEL.length <= MAX_SOURCE_BYTES &&
    problemCount + atoms.length < MAX_ATOMS_PER_FILE &&
    problems.filter(({ severity }) => severity === 'error').length <= MAX_REREADS;
  if (!isBounded || !isUtf8(input)) return;
  const { atoms: more } = await inventoryOf([{ path: PATH, bytes: Buffer.concat([input, SENTINEL]) }]);
  expect(
    more.some(({ id }) => id === '@fuzz/sentinel'),
    'the atom after the input is not read',
  );
}

/** A file of a Prime. */
export interface PrimeFile {
  readonly path: string;
  readonly bytes: Uint8Array;
}

/** Reads an inventory and checks that it is valid. @throws Flaw */
export async function inventoryOf(files: readonly PrimeFile[]): Promise<Inventory> {
  const sizeBytes = files.reduce((sum, { bytes }) => sum + bytes.length, 0);
  const mostMs = 100 + sizeBytes / 1000;
  for (let tries = 1; ; tries += 1) {
    const startMs = performance.now();
    const builder = new InventoryBuilder();
    for (const { path, bytes } of files) if (builder.wants(path, bytes.length)) builder.add(path, bytes);
    const inventory = await builder.finish();
    const tookMs = performance.now() - startMs;
    // The machine may have been busy: try again.
    if (tookMs <= mostMs || tries === 5) {
      expect(tookMs <= mostMs, 'reading takes too long for its size');
      checkInventory(inventory);
      return inventory;
    }
  }
}

const ID = /^@[a-z0-9](?:[a-z0-9._-]*[a-z0-9])?\/[a-z0-9](?:[a-z0-9._-]*[a-z0-9])?$/;
const HIDDEN = /[\u202a-\u202e\u2066-\u2069\u{e0000}-\u{e007f}]|[^\P{Cc}\n\t]/u;

function checkInventory({ atoms, problems, problemCount }: Inventory): void {
  expect(problems.length === Math.min(problemCount, 200), 'the number of problems is wrong');
  for (const { path, message } of problems) checkMessage(`${path} ${message}`);
  const ids = atoms.map(({ id }) => id);
  expect(isDeepStrictEqual(ids, [...new Set(ids)].toSorted()), 'ids are not sorted, or not unique');
  for (const atom of atoms) {
    const { id, kind, name, label = '', domain = '', version = '', edges, tags, texts, tokens } = atom;
    expect(ID.test(id) && id.length < 256, `an id is ${id}`);
    expect(/^[a-z0-9_][\w.-]{0,127}$/.test(kind) && kind === kind.toLowerCase(), `a kind is ${kind}`);
    expect(/^[0-9a-f]{64}$/.test(atom.hash), 'an invalid hash');
    for (const word of [name, domain, version, ...tags, ...edges.map(({ verb }) => verb)]) {
      expect(word.length <= 128 && !/[\p{Cc}\p{Cs}\p{Bidi_Control}]/u.test(word), `a word is ${word}`);
    }
    expect(tags.length <= 64 && edges.length <= 256, 'an atom has too many tags or edges');
    for (const { target, standing } of edges) {
      expect(ID.test(target) && (standing === 'inside') === ids.includes(target), `an edge is ${standing}`);
    }
    for (const text of [label, atom.description, texts.summary, texts.core, texts.full]) {
      expect(text.length <= 65_536 && text.isWellFormed() && !HIDDEN.test(text), 'a text is not printable');
    }
    for (const count of Object.values(tokens)) expect(Number.isSafeInteger(count), 'an invalid token count');
  }
}

/** A short word for the outcome. */
export function outlineInventory({ atoms, problems }: Inventory): string {
  const messages = problems.map(({ severity, message }) => `${severity} ${checkMessage(message)}`);
  const edges = new Set(atoms.flatMap((atom) => atom.edges.map(({ standing }) => standing)));
  return [`${Math.min(atoms.length, 3)} atoms`, [...edges].toSorted().join(), ...messages.slice(0, 2)].join(
    '; ',
  );
}
