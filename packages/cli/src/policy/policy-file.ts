// Reads a policy file. Strictly: a word that is misunderstood would be a check that does not happen.
import { basename, dirname, isAbsolute, relative, resolve, sep } from 'node:path';
import {
  type FieldProblem,
  isFingerprint,
  parsePrimeName,
  parseRegistryUrl,
  parseScope,
  quote,
} from '@prime-registry/protocol';
import { parseVerifierKey, SIGNATURE_TYPES, TlogError, type VerifierKey } from '@prime-registry/tlog';
import { isMap, isSeq, type Pair } from 'yaml';
import { isA, unless } from '../errors/expected.ts';
import { findScalarText, invalidFile, pairsOf, parseYamlFile, type YamlFile } from '../files/yaml-file.ts';
import { NODE_CRYPTO } from '../log/node-crypto.ts';
import type { ClaimWish, PolicyRule, Wish, WishKind } from './policy-rule.ts';

/** A file that is being read. */
interface Reading {
  readonly yaml: YamlFile;
  /** Path as it is shown. */
  readonly file: string;
  readonly problems: FieldProblem[];
}

/** A node that is wrong. */
class PolicyProblem extends Error {
  readonly node: unknown;
  constructor(node: unknown, message: string) {
    super(message);
    this.node = node;
  }
}

/**
 * Parses the text of a policy.
 * @param path - absolute; files that it names are found from its folder
 * @param shown - the path for messages
 * @throws ValidationError with every mistake, its line and column
 */
export function parsePolicyFile(path: string, shown: string, text: string): PolicyRule[] {
  const yaml = parseYamlFile(path, text);
  const reading: Reading = { yaml, file: shown, problems: [] };
  // Tags and directives that this parser does not know.
  for (const { pos } of yaml.document.warnings) {
    const message = 'has a tag or a directive here; leave it out';
    reading.problems.push({ field: 'file', message, ...yaml.positionAt(pos[0]) });
  }
  const { contents } = yaml.document;
  const rules: PolicyRule[] = [];
  let list: unknown;
  for (const { key, value } of pairsOf(contents)) {
    const name = findScalarText(key);
    if (name === 'rules') list = value;
    else tell(reading, name, key, "is not a key of a policy; there is only 'rules'");
  }
  if (isSeq(list) && list.items.length > 0) {
    for (const [index, item] of list.items.entries()) {
      const rule = readRule(reading, dirname(path), item, index);
      if (rule !== undefined) rules.push(rule);
    }
  } else
    tell(reading, 'rules', list ?? contents, 'must be a list, with rules such as \'- primes: "@acme/*"\'');
  if (reading.problems.length > 0) throw invalidFile(path, reading.problems);
  return rules;
}

function tell({ yaml, problems }: Reading, field: string | undefined, node: unknown, message: string): void {
  problems.push({ field: quote(field ?? '?'), message, ...yaml.positionOf(node) });
}

function readRule(reading: Reading, folder: string, item: unknown, index: number): PolicyRule | undefined {
  const field = `rules[${index}]`;
  if (!isMap(item)) {
    tell(reading, field, item, 'must be a rule, with lines such as \'primes: "@acme/*"\'');
    return undefined;
  }
  let primes: string[] | undefined;
  const wishes: Wish[] = [];
  for (const { key, value } of item.items as Pair<unknown, unknown>[]) {
    const name = findScalarText(key);
    const place = { file: reading.file, line: reading.yaml.positionOf(key).line };
    try {
      if (name === 'primes') primes = readPatterns(value);
      else if (isWishKind(name)) wishes.push({ ...READERS[name](value, folder), ...place });
      else
        throw new PolicyProblem(
          key,
          `is not a key of a rule; there are 'primes', ${WISH_KINDS.map((kind) => `'${kind}'`).join(', ')}`,
        );
    } catch (error) {
      if (!(error instanceof PolicyProblem)) throw error;
      tell(reading, `${field}.${name ?? '?'}`, error.node, error.message);
    }
  }
  const isNamed = item.items.some(({ key }) => findScalarText(key) === 'primes');
  if (!isNamed)
    tell(reading, `${field}.primes`, item, "is missing: which Primes the rule is for; '*' for all");
  if (item.items.length - (isNamed ? 1 : 0) === 0)
    tell(reading, field, item, `asks for nothing; add one of ${WISH_KINDS.join(', ')}`);
  const { line } = reading.yaml.positionOf(item);
  return primes && { file: reading.file, line, primes, wishes };
}

type WishOf<Kind extends WishKind> = Omit<Extract<Wish, { kind: Kind }>, 'file' | 'line'>;

/** How the value of each key is read. */
const READERS: { readonly [Kind in WishKind]: (value: unknown, folder: string) => WishOf<Kind> } = {
  'signed-by': readSigners,
  'published-by': readPublisher,
  logged: readLogs,
  witnessed: readWitnesses,
  registry: (value) => ({
    kind: 'registry',
    registries: readTexts(value, 'must be the base URL of a registry, or a list').map(({ text, node }) => {
      const url = parseRegistryUrl(text);
      if (!url.ok) throw new PolicyProblem(node, url.message);
      return url.value;
    }),
  }),
};

const WISH_KINDS = Object.keys(READERS) as WishKind[];

function isWishKind(name: string | undefined): name is WishKind {
  return name !== undefined && Object.hasOwn(READERS, name);
}

/** One text, or a list of some. */
function readTexts(value: unknown, wanted: string): { readonly text: string; readonly node: unknown }[] {
  const nodes: unknown[] = isSeq(value) ? value.items : [value];
  if (nodes.length === 0) throw new PolicyProblem(value, `${wanted}, with at least one entry`);
  return nodes.map((node) => {
    const text = findScalarText(node);
    if (text === undefined) throw new PolicyProblem(node, wanted);
    return { text, node };
  });
}

function readPatterns(value: unknown): string[] {
  const wanted = "must be the name of a Prime, a scope as in '@acme/*', '*', or a list";
  return readTexts(value, wanted).map(({ text, node }) => {
    const isScope = text.endsWith('/*') && parseScope(text.slice(0, -2)).ok;
    if (text === '*' || isScope || parsePrimeName(text).ok) return text;
    throw new PolicyProblem(node, `${wanted}, and ${quote(text)} is none`);
  });
}

function readSigners(value: unknown, folder: string): WishOf<'signed-by'> {
  const wanted = "must be fingerprints such as 'SHA256:…', or paths of files of allowed signers";
  const texts = readTexts(value, wanted);
  const [fingerprints, files]: [string[], string[]] = [[], []];
  for (const { text, node } of texts) {
    if (isFingerprint(text)) fingerprints.push(text);
    else if (/^(?:SHA256|MD5):/i.test(text))
      throw new PolicyProblem(
        node,
        "is no fingerprint as 'ssh-keygen -lf <key>' prints it: SHA256: and 43 characters",
      );
    else files.push(getPath(folder, text, node));
  }
  return { kind: 'signed-by', fingerprints, files };
}

/**
 * The path of a file of signers. A project's policy comes with a checkout, and opening a file elsewhere can have effects: on
 * Windows, one on another machine (`\\host\share`) learns who the user is.
 */
function getPath(folder: string, text: string, node: unknown): string {
  const path = resolve(folder, text);
  if (basename(folder) !== '.primes') return path;
  const inside = relative(dirname(folder), path);
  if (isAbsolute(inside) || inside.split(sep)[0] === '..')
    throw new PolicyProblem(
      node,
      'names a file outside the project, which only your own policy can do: copy it next to this file',
    );
  return path;
}

function readPublisher(value: unknown): WishOf<'published-by'> {
  const wanted = "must have 'issuer' and at least one claim, such as 'repository'";
  if (!isMap(value)) throw new PolicyProblem(value, wanted);
  let issuer: string | undefined;
  const claims = new Map<string, ClaimWish>();
  for (const { key, value: node } of value.items as Pair<unknown, unknown>[]) {
    const name = findScalarText(key);
    if (name === undefined) throw new PolicyProblem(key, wanted);
    if (name === 'issuer') issuer = findScalarText(node);
    else claims.set(name, readClaim(node));
  }
  if (issuer === undefined || claims.size === 0) throw new PolicyProblem(value, wanted);
  return { kind: 'published-by', issuer, claims };
}

function readClaim(node: unknown): ClaimWish {
  const wanted = "must be a text, a list of texts, or '{prefix: …}'";
  if (!isMap(node)) return { oneOf: readTexts(node, wanted).map(({ text }) => text) };
  const [pair, ...rest] = node.items as Pair<unknown, unknown>[];
  const prefix = pair && findScalarText(pair.key) === 'prefix' ? findScalarText(pair.value) : undefined;
  if (prefix === undefined || rest.length > 0) throw new PolicyProblem(node, wanted);
  return { prefix };
}

function readLogs(value: unknown): WishOf<'logged'> {
  if (findScalarText(value) === 'true') return { kind: 'logged', keys: [] };
  const wanted =
    "must be 'true', or keys of logs (vkeys): a rule only ever asks for more, so leave it out otherwise";
  if (findScalarText(value) === 'false') throw new PolicyProblem(value, wanted);
  const texts = readTexts(value, wanted);
  return { kind: 'logged', keys: texts.map(({ text, node }) => readKey(text, node, { isWitness: false })) };
}

function readWitnesses(value: unknown): WishOf<'witnessed'> {
  const wanted = "must be a list of keys of witnesses (vkeys), or '{at-least: 2, of: […]}'";
  const [list, atLeast] = isMap(value) ? readQuorum(value, wanted) : [value, 1];
  const witnesses = readTexts(list, wanted).map(({ text, node }) => readKey(text, node, { isWitness: true }));
  const keys = new Set(witnesses.map(({ publicKey }) => Buffer.from(publicKey).toString('hex')));
  if (keys.size < witnesses.length) throw new PolicyProblem(list, 'has a key twice, which would count twice');
  if (atLeast > witnesses.length)
    throw new PolicyProblem(value, `asks for ${atLeast} witnesses, and has ${witnesses.length}`);
  return { kind: 'witnessed', witnesses, atLeast };
}

function readQuorum(value: { readonly items: unknown[] }, wanted: string): [list: unknown, atLeast: number] {
  const entries = new Map(
    (value.items as Pair<unknown, unknown>[]).map(({ key, value: node }) => [findScalarText(key), node]),
  );
  const text = findScalarText(entries.get('at-least')) ?? '';
  const isComplete = entries.size === 2 && entries.has('of') && /^[1-9]\d?$/.test(text);
  if (!isComplete) throw new PolicyProblem(value, wanted);
  return [entries.get('of'), Number(text)];
}

/** A key of a witness makes cosignatures, that of a log signs. */
function readKey(text: string, node: unknown, { isWitness }: { readonly isWitness: boolean }): VerifierKey {
  const key = unless(isA(TlogError), () => parseVerifierKey(NODE_CRYPTO.sha256, text));
  if (key !== undefined && (key.type !== SIGNATURE_TYPES.ed25519) === isWitness) return key;
  const what = isWitness ? 'a witness: a vkey for cosignatures' : 'a log: a vkey';
  const where = isWitness ? "'/-/log' of the registry" : "'prime log status'";
  throw new PolicyProblem(node, `${quote(text.slice(0, 60))} is no key of ${what}, as ${where} shows it`);
}
