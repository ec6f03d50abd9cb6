// Turns the short form of the Primes for questions into files that can be published.
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { HOME } from './primes/home.ts';
import { DATA, OPERATIONS } from './primes/operations.ts';
import { WEB } from './primes/web.ts';

/** A Prime to publish. */
export interface QuestionPrime {
  readonly name: string;
  readonly description: string;
  /** Files of the tarball, by path. */
  readonly files: Readonly<Record<string, string>>;
}

/** Fields with other atoms. */
const VERBS = new Set(['requires', 'related', 'enhances']);

/** The Primes, about a dozen, with the example of the repository. */
export function readQuestionPrimes(): QuestionPrime[] {
  return [...[OPERATIONS, DATA, WEB, HOME].flatMap(readBlock), readExample()];
}

function readBlock(text: string): QuestionPrime[] {
  return text
    .trim()
    .split(/\n\n+/)
    .map((block) => {
      const [head = '', ...lines] = block.split('\n');
      const [name = '', description = ''] = head.split(' | ');
      const scope = name.slice(0, name.indexOf('/'));
      const atoms: string[][] = [];
      for (const line of lines) {
        if (/^[a-z]+ \S+ \| /.test(line)) atoms.push([line]);
        else atoms.at(-1)?.push(line);
      }
      return { name, description, files: Object.fromEntries(atoms.map((atom) => sourceOf(scope, atom))) };
    });
}

/** The path and the text of a `.prime` file. */
function sourceOf(scope: string, [head = '', ...fields]: readonly string[]): [path: string, text: string] {
  const [kindAndName = '', description = ''] = head.split(' | ');
  const [kind = '', name = ''] = kindAndName.split(' ');
  const id = `${scope}/${kind}-${name}`;
  const body = fields.map((line) => {
    const colon = line.indexOf(':');
    const [key, value] = [line.slice(0, colon), line.slice(colon + 1).trim()];
    return VERBS.has(key) ? `  ${key}: [${value}]` : `  ${key}: ${JSON.stringify(value)}`;
  });
  const lines = [
    `  id: "${id}"`,
    '  version: "1.0.0"',
    `  description: ${JSON.stringify(description)}`,
    ...body,
  ];
  return [`primes/sources/${id}.prime`, `${kind} ${name} {\n${lines.join('\n')}\n}\n`];
}

/** The Prime in examples/http-caching, whose atoms are longer. */
function readExample(): QuestionPrime {
  const folder = join(import.meta.dirname, '../../examples/http-caching');
  const paths = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((path) =>
    path.endsWith('.prime'),
  );
  const files = Object.fromEntries(
    paths.sort().map((path) => [path, readFileSync(join(folder, path), 'utf8')]),
  );
  return { name: '@examples/http-caching', description: 'How to make an HTTP API cacheable', files };
}
