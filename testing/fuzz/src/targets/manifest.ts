// pack.yaml: parsing gives a valid manifest, or problems that an author understands.
import {
  type FieldProblem,
  findDisagreements,
  MAX_MANIFEST_BYTES,
  parseManifest,
} from '@prime-registry/protocol';
import { expect, type Target } from '../target.ts';
import { checkMessage } from './path.ts';

/** Keys and values of manifests, and text that YAML interprets in unexpected ways. */
export const YAML_WORDS: readonly string[] = [
  'name: ',
  'version: ',
  'description: ',
  'license: ',
  'prime-version: ',
  'atoms: ',
  'namespaces: ',
  'sha256: ',
  'tags: ',
  '"@acme/x"',
  '1.0.0',
  'MIT',
  '["@a"]',
  'null',
  '~',
  'true',
  '__proto__: ',
  'constructor: ',
  'toString: ',
  '<<: *a',
  '&a ',
  '*a',
  '!!binary ',
  '!!str ',
  '!x ',
  '|\n',
  '>-\n',
  '|2+\n',
  '? ',
  ': ',
  '- ',
  '[',
  ']',
  '{',
  '}',
  ',',
  '#',
  '"',
  "'",
  '\\x41',
  '\\q',
  '\\U0010FFFF',
  '\\U00110000',
  '\\',
  '---\n',
  '...\n',
  '%YAML 1.1\n',
  '%TAG ! x\n',
  '\n',
  '\r\n',
  '\r',
  '\t',
  '  ',
  '\0',
  '\ufeff',
  '\u0085',
  '\u2028',
  '\u202e',
  '\u2066',
  '\u200b',
  '\u{e0041}',
  '😀',
  '\ud83d',
];

const PUBLISHED = {
  name: '@acme/x',
  version: '1.0.0',
  description: 'A description',
  license: 'MIT',
  'prime-version': '1.0',
  atoms: 1,
  namespaces: ['@acme'],
  sha256: 'ab'.repeat(32),
};

export const manifest: Target = {
  name: 'manifest',
  weight: 12,
  usualBytes: 1500,
  dictionary: YAML_WORDS,
  open: () => ({ run: checkManifest }),
};

/** Runs a text through all readers of manifests. */
export function checkManifest(input: Buffer): string {
  const disagreements = checkProblems(findDisagreements(PUBLISHED, input));
  const parsed = parseManifest(input);
  if ('problems' in parsed) {
    expect(parsed.problems.length > 0, 'a manifest is rejected without a problem');
    return checkProblems(parsed.problems);
  }
  expect(input.length <= MAX_MANIFEST_BYTES, 'a manifest is too long');
  const { name, description, license, primeVersion, atoms = 0, namespaces = [] } = parsed.manifest;
  expect(/^@[a-z0-9._-]+\/[a-z0-9._-]+$/.test(name.full), `a name is ${name.full}`);
  expect(Number.isSafeInteger(atoms) && atoms >= 0, 'a count is out of bounds');
  for (const text of [description, license, primeVersion]) {
    expect(text.trim() !== '' && text.isWellFormed(), 'a text is empty or malformed');
    expect(!/[^\P{Cc}\n\t]/u.test(text), 'a text has control characters');
    expect(
      !/[\u202a-\u202e\u2066-\u2069\u{e0000}-\u{e007f}]/u.test(text),
      'a text has invisible direction marks',
    );
  }
  for (const namespace of namespaces) expect(/^@\P{C}+$/u.test(namespace), 'a namespace is not printable');
  return `a manifest; ${disagreements}`;
}

function checkProblems(problems: readonly FieldProblem[]): string {
  for (const { field, line = 1, column = 1 } of problems) {
    expect(line >= 1 && column >= 1, 'a position is out of bounds');
    checkMessage(field);
  }
  return problems
    .map(({ field, message }) => `${field} ${checkMessage(message)}`)
    .slice(0, 3)
    .join('; ');
}
