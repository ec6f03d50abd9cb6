// Reads the contract's fields of a pack.yaml. The caller checks for missing fields: a published manifest must
// be complete, and the pack.yaml inside a tarball may leave fields out.
import { isMap, isScalar, isSeq, type Scalar, type YAMLSeq } from 'yaml';
import { isSha256 } from '../digest.ts';
import { findNamespaceProblem } from '../names/namespace.ts';
import { type PrimeName, parsePrimeName } from '../names/prime-name.ts';
import { accept, type Parsed, reject } from '../parsed.ts';
import type { FieldProblem } from '../text/field-problem.ts';
import { findHiddenInLine, findHiddenInText } from '../text/hidden-characters.ts';
import { describeCharacter, quote } from '../text/quote.ts';
import type { Requires } from '../versions/requires.ts';
import { parseVersion, type Version } from '../versions/version.ts';
import { readRequires } from './manifest-requires.ts';
import { readYamlMapping } from './yaml-mapping.ts';

/** The contract's fields that are present (contract section 2, version manifest). */
export interface ManifestFields {
  name?: PrimeName;
  version?: Version;
  description?: string;
  license?: string;
  'prime-version'?: string;
  atoms?: number;
  namespaces?: string[];
  sha256?: string;
  /** Not a field of the contract: search terms for the Prime. A malformed list is ignored. */
  tags?: string[];
  /** Not a field of the contract: the Primes that this one requires. */
  requires?: Requires;
}

/** The well-formed fields, and a problem for each malformed one. */
export interface ManifestReading {
  readonly fields: ManifestFields;
  readonly problems: readonly FieldProblem[];
}

/** How a pack.yaml is read. */
export interface ManifestReadingOptions {
  /**
   * Leaves out the key `requires`, well-formed or not: for versions of registries that did not read it when they were
   * published.
   */
  readonly withoutRequires?: boolean;
}

type Reader<T> = (node: unknown) => Parsed<T>;

/** Reads the contract's fields of a pack.yaml. Unknown keys are ignored. */
export function readManifestFields(
  bytes: Uint8Array,
  { withoutRequires = false }: ManifestReadingOptions = {},
): ManifestReading {
  const read = readYamlMapping(bytes);
  if ('problem' in read) return { fields: {}, problems: [read.problem] };
  const { mapping } = read;
  const fields: ManifestFields = {};
  const problems: FieldProblem[] = [...mapping.problems];
  const readField = <K extends keyof ManifestFields>(
    field: K,
    reader: Reader<NonNullable<ManifestFields[K]>>,
  ): void => {
    const entry = mapping.entries.get(field);
    if (entry === undefined) return;
    const parsed = reader(entry.node);
    if (parsed.ok) fields[field] = parsed.value;
    else {
      const position = entry.node === undefined ? entry.position : mapping.positionOf(entry.node);
      problems.push({ field, message: parsed.message, ...position });
    }
  };
  readField('name', (node) => then(readText(node), parsePrimeName));
  readField('version', (node) => then(readText(node), parseVersion));
  readField('description', (node) => then(readText(node), refuseHidden(findHiddenInText)));
  readField('license', readLine);
  readField('prime-version', readLine);
  readField('atoms', readCount);
  readField('namespaces', readNamespaces);
  readField('sha256', (node) => then(readText(node), readDigest));
  const tags = mapping.entries.get('tags');
  if (tags !== undefined) fields.tags = readTags(tags.node);
  if (withoutRequires) return { fields, problems };
  const { requires, problems: requiresProblems } = readRequires(mapping, fields.name?.full);
  if (requires !== undefined) fields.requires = requires;
  problems.push(...requiresProblems);
  return { fields, problems };
}

function then<A, B>(parsed: Parsed<A>, next: (value: A) => Parsed<B>): Parsed<B> {
  return parsed.ok ? next(parsed.value) : parsed;
}

/** Text as the author wrote it: an unquoted scalar keeps its source text instead of its YAML type. */
function readText(node: unknown): Parsed<string> {
  const scalar = expectKind<Scalar>(node, isScalar, 'str', 'it must be a non-empty text');
  if (!scalar.ok) return scalar;
  const text = String(scalar.value.value);
  return text.trim() === '' ? reject('is empty; it must be a non-empty text') : accept(text);
}

function readLine(node: unknown): Parsed<string> {
  return then(readText(node), refuseHidden(findHiddenInLine));
}

function refuseHidden(findHidden: (text: string) => string | undefined): (text: string) => Parsed<string> {
  return (text) => {
    const hidden = findHidden(text);
    if (hidden === undefined) return accept(text);
    return reject(`has the unprintable character ${describeCharacter(hidden)}; remove it`);
  };
}

function readCount(node: unknown): Parsed<number> {
  const wanted =
    'it must be a whole number, 0 or more; without the field, the atoms of the tarball are counted';
  const scalar = expectKind<Scalar>(node, isScalar, 'int', wanted);
  if (!scalar.ok) return scalar;
  const text = String(scalar.value.value);
  if (scalar.value.type !== 'PLAIN') {
    return reject(`is the text ${quote(text)}; write the number without quotes`);
  }
  const count = /^\+?[0-9]{1,15}$/.test(text) ? Number(text) : undefined;
  return count === undefined ? reject(`is ${quote(text)}; ${wanted}`) : accept(count);
}

function readNamespaces(node: unknown): Parsed<string[]> {
  const wanted = `write a list of texts that begin with '@', such as ["@acme"]`;
  const list = expectKind<YAMLSeq>(node, isSeq, 'seq', wanted);
  if (!list.ok) return list;
  const namespaces = new Set<string>();
  for (const [index, item] of list.value.items.entries()) {
    const scalar = expectKind<Scalar>(item, isScalar, 'str', wanted);
    if (!scalar.ok) return reject(`entry ${index + 1} ${scalar.message}`);
    const text = String(scalar.value.value);
    const problem = findNamespaceProblem(text);
    if (problem !== undefined) return reject(`has the entry ${quote(text)}, which ${problem}; ${wanted}`);
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

function readTags(node: unknown): string[] {
  if (!isSeq(node)) return [];
  return node.items.flatMap((item) => (isScalar(item) ? [String(item.value)] : []));
}

// An explicit tag may only repeat the kind of the node: another one changes the meaning of the value.
function expectKind<T extends { tag?: string }>(
  node: unknown,
  isKind: (node: unknown) => node is T,
  tag: 'str' | 'int' | 'seq',
  wanted: string,
): Parsed<T> {
  if (node === undefined || isNull(node)) return reject(`has no value; ${wanted}`);
  if (!isKind(node)) return reject(`is ${describeKind(node)}; ${wanted}`);
  if (node.tag !== undefined && node.tag !== `tag:yaml.org,2002:${tag}`) {
    return reject(`has the tag ${quote(node.tag)}; remove the tag`);
  }
  return accept(node);
}

// YAML 1.2, section 10.3.2: the core schema resolves these to null.
function isNull(node: unknown): boolean {
  return isScalar(node) && node.type === 'PLAIN' && /^(|~|null|Null|NULL)$/.test(String(node.value));
}

function describeKind(node: unknown): string {
  if (isMap(node)) return 'a mapping';
  if (isSeq(node)) return 'a list';
  return 'a text';
}
