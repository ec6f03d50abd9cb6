// The contract's fields of a pack.yaml, each read with its own rule. What is missing is for the caller to judge: a
// published manifest must be complete, the pack.yaml inside a tarball may leave things out.
import { isMap, isScalar, isSeq, type Node } from 'yaml';
import { isSha256 } from '../digest.ts';
import type { FieldProblem } from '../field-problem.ts';
import type { Parsed } from '../parsed.ts';
import { accept, reject } from '../parsed.ts';
import { type PrimeName, parsePrimeName } from '../prime-name.ts';
import { describeCharacter, quote } from '../quote.ts';
import { parseVersion, type Version } from '../version.ts';
import { readYamlMapping, type YamlEntry } from './yaml-mapping.ts';

/** The contract's fields as far as they are there (contract section 2, version manifest). */
export interface ManifestFields {
  name?: PrimeName;
  version?: Version;
  description?: string;
  license?: string;
  'prime-version'?: string;
  atoms?: number;
  namespaces?: string[];
  sha256?: string;
  /** Not a field of the contract: words that search finds the Prime by. A malformed list counts as none. */
  tags?: string[];
}

/** What reading gave: the fields that are well-formed, and a problem for each that is not. */
export interface ManifestReading {
  readonly fields: ManifestFields;
  readonly problems: readonly FieldProblem[];
}

type Reader<T> = (entry: YamlEntry) => Parsed<T>;

/** Reads the contract's fields out of the text of a pack.yaml. Keys that the contract does not know are left alone. */
export function readManifestFields(bytes: Uint8Array): ManifestReading {
  const read = readYamlMapping(bytes);
  if ('problems' in read) return { fields: {}, problems: read.problems };
  const { mapping } = read;
  const fields: ManifestFields = {};
  const problems: FieldProblem[] = [...mapping.problems];
  const readField = <K extends keyof ManifestFields>(
    field: K,
    reader: Reader<NonNullable<ManifestFields[K]>>,
  ): void => {
    const entry = mapping.entries.get(field);
    if (entry === undefined) return;
    const parsed = reader(entry);
    if (parsed.ok) fields[field] = parsed.value;
    else {
      const position = entry.node === undefined ? entry.position : mapping.positionOf(entry.node);
      problems.push({ field, message: parsed.message, ...position });
    }
  };
  readField('name', (entry) => then(readText(entry), parsePrimeName));
  readField('version', (entry) => then(readText(entry), parseVersion));
  readField('description', (entry) => then(readText(entry), refuseControls('\n\t')));
  readField('license', readLine);
  readField('prime-version', readLine);
  readField('atoms', readCount);
  readField('namespaces', readNamespaces);
  readField('sha256', (entry) => then(readText(entry), readDigest));
  const tags = mapping.entries.get('tags');
  if (tags !== undefined) fields.tags = readTags(tags);
  return { fields, problems };
}

function then<A, B>(parsed: Parsed<A>, next: (value: A) => Parsed<B>): Parsed<B> {
  return parsed.ok ? next(parsed.value) : parsed;
}

/** Text as the author wrote it: a scalar left unquoted keeps its source text, whatever YAML would make of it. */
function readText({ node }: YamlEntry): Parsed<string> {
  if (node === undefined || isNull(node)) return reject('has no value; it must be a non-empty text');
  if (!isScalar(node)) return reject(`is ${describeKind(node)}; it must be a text`);
  const text = String(node.value);
  if (text.trim() === '') return reject('is empty; it must be a non-empty text');
  return accept(text);
}

function readLine(entry: YamlEntry): Parsed<string> {
  return then(readText(entry), refuseControls(''));
}

function refuseControls(allowed: string): (text: string) => Parsed<string> {
  return (text) => {
    for (const character of text) {
      if (/\p{Cc}/u.test(character) && !allowed.includes(character)) {
        return reject(`has the control character ${describeCharacter(character)}; take it out`);
      }
    }
    return accept(text);
  };
}

function readCount({ node }: YamlEntry): Parsed<number> {
  const wanted = 'it must be a whole number, 0 or more; or leave it out and it is counted from the tarball';
  if (node === undefined || isNull(node)) return reject(`has no value; ${wanted}`);
  if (!isScalar(node)) return reject(`is ${describeKind(node)}; ${wanted}`);
  const text = String(node.value);
  if (node.type !== 'PLAIN') return reject(`is the text ${quote(text)}; write the number without quotes`);
  const count = /^\+?[0-9]{1,15}$/.test(text) ? Number(text) : undefined;
  return count === undefined ? reject(`is ${quote(text)}; ${wanted}`) : accept(count);
}

function readNamespaces({ node }: YamlEntry): Parsed<string[]> {
  const wanted = `it must be a list of texts that begin with '@', such as ["@acme"]`;
  if (node === undefined || isNull(node)) return reject(`has no value; ${wanted}`);
  if (!isSeq(node)) return reject(`is ${describeKind(node)}; ${wanted}`);
  const namespaces = new Set<string>();
  for (const [index, item] of node.items.entries()) {
    if (!isScalar(item)) return reject(`has an entry ${index + 1} that is not a text; ${wanted}`);
    const text = String(item.value);
    if (!/^@[^\s\p{Cc}]+$/u.test(text)) return reject(`has the entry ${quote(text)}; ${wanted}`);
    namespaces.add(text);
  }
  return accept([...namespaces]);
}

function readDigest(text: string): Parsed<string> {
  if (isSha256(text)) return accept(text);
  return reject(
    `${quote(text)} is not a SHA-256 digest; write 64 lower-case hexadecimal digits, or leave it out`,
  );
}

function readTags({ node }: YamlEntry): string[] {
  if (!isSeq(node)) return [];
  return node.items.flatMap((item) => (isScalar(item) ? [String(item.value)] : []));
}

// YAML 1.2, section 10.3.2: these are what the core schema resolves to null.
function isNull(node: Node): boolean {
  return isScalar(node) && node.type === 'PLAIN' && /^(|~|null|Null|NULL)$/.test(String(node.value));
}

function describeKind(node: Node): string {
  if (isMap(node)) return 'a mapping';
  if (isSeq(node)) return 'a list';
  return 'a text';
}
