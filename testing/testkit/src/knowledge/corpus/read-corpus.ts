// Reads the Primes of the corpus. An atom is a line `kind name | label`, a description, `+` checks, `=` an example, and
// lines for what it requires and for its tags.

import { InventoryBuilder } from '@prime-registry/atoms';
import type { KnowledgeDraft } from '../memory-knowledge.ts';

const FIRST_LINE = /^(@\S+) \| (.*) \| (.*)$/;
const ATOM_LINE = /^([a-z]+(?:-[a-z]+)?) ([a-z0-9-]+) \| (.*)$/;

/** Reads Primes from their compact form. */
export function readCorpus(text: string): Promise<KnowledgeDraft[]> {
  return Promise.all(text.trim().split('\n\n').map(readPrime));
}

async function readPrime(block: string): Promise<KnowledgeDraft> {
  const [first = '', ...lines] = block.split('\n');
  const [, name = '', , description = ''] = FIRST_LINE.exec(first) ?? [];
  const scope = name.slice(0, name.indexOf('/'));
  const atoms: string[][] = [];
  for (const line of lines) {
    if (ATOM_LINE.test(line)) atoms.push([]);
    atoms.at(-1)?.push(line);
  }
  const builder = new InventoryBuilder();
  for (const [index, atom] of atoms.entries())
    builder.add(`primes/sources/${scope}/${index}.prime`, new TextEncoder().encode(toSource(scope, atom)));
  const inventory = await builder.finish();
  return { name, description, atoms: inventory };
}

/** The `.prime` file of an atom. */
function toSource(scope: string, [first = '', ...lines]: readonly string[]): string {
  const [, kind = '', short = '', label = ''] = ATOM_LINE.exec(first) ?? [];
  const valuesOf = (mark: string): string[] =>
    lines.filter((line) => line.startsWith(mark)).map((line) => line.slice(mark.length));
  const own = `${scope}/`;
  const targets = valuesOf('requires ').flatMap((value) => value.split(', '));
  const [description = ''] = lines.filter((line) => !/^(?:[+=] |requires |tags )/.test(line));
  const list = (key: string, values: readonly string[]): string[] =>
    values.length === 0 ? [] : [`${key}: [${values.join(', ')}]`];
  const example = valuesOf('= ').join('\n');
  const fields = [
    `id: "${own}${kind}-${short}"`,
    'version: "1.0.0"',
    `label: ${JSON.stringify(label)}`,
    `description: ${JSON.stringify(description)}`,
    ...list(
      'checks',
      valuesOf('+ ').map((value) => JSON.stringify(value)),
    ),
    ...(example === '' ? [] : [`example: ${JSON.stringify(example)}`]),
    ...list('tags', valuesOf('tags ')),
    ...list(
      'requires',
      targets.map((target) => (target.startsWith('@') ? target : own + target)),
    ),
  ];
  return `${kind} ${toName(short)} {\n${fields.map((field) => `  ${field}\n`).join('')}}\n`;
}

function toName(short: string): string {
  return short
    .split('-')
    .map((word) => `${word.slice(0, 1).toUpperCase()}${word.slice(1)}`)
    .join('');
}
