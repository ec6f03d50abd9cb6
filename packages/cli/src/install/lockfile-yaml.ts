// Reads a lock file that is not as prime writes it, because somebody or a tool changed it: good ones are taken, and every
// mistake is named with its place.
import { type FieldProblem, quote } from '@prime-registry/protocol';
import { isMap, type Pair } from 'yaml';
import { ValidationError } from '../errors/validation-error.ts';
import { findScalarText, invalidFile, parseYamlFile, type YamlFile } from '../settings/yaml-file.ts';
import { type LockedPrime, parseLockedPrime } from './locked-prime.ts';
import { type Lockfile, makeLockfile } from './lockfile.ts';

/** Reads the text of a lock file; the path is for messages. @throws ValidationError that names every mistake */
export function readLockfileYaml(path: string, text: string): Lockfile {
  requireMerged(path, text);
  const file = parseYamlFile(path, text);
  const top = new Map(pairsOf(file.document.contents).map((pair) => [findScalarText(pair.key), pair]));
  requireVersion(file, top.get('lockfile-version'));
  const problems: FieldProblem[] = [];
  for (const [key, pair] of top) {
    if (key === 'lockfile-version' || key === 'primes') continue;
    const message = "is not a key of lock files; there are 'lockfile-version' and 'primes'";
    problems.push({ field: quote(key ?? '?'), message, ...file.placeOf(pair.key) });
  }
  const primes = readPrimes(file, top.get('primes'), problems);
  if (problems.length > 0) throw invalidFile(path, problems);
  return makeLockfile(primes);
}

/** What git writes where both sides changed the same lines. */
const CONFLICT_MARK = /^(?:<{7}|={7}|\|{7}|>{7})(?=[ \n])/m;

function requireMerged(path: string, text: string): void {
  const mark = CONFLICT_MARK.exec(text);
  if (mark === null) return;
  const message = `'${mark[0]}' is a mark of git: keep the entries of both sides, or of one where both have the same name, take out the marks, and run 'prime install'`;
  const line = text.slice(0, mark.index).split('\n').length;
  throw new ValidationError(`${path} has a merge conflict`, [{ field: 'file', message, line, column: 1 }]);
}

function requireVersion(file: YamlFile, pair: Pair | undefined): void {
  const field = 'lockfile-version';
  if (pair === undefined) {
    throw invalidFile(file.path, [{ field, message: "is missing; write 'lockfile-version: 1'" }]);
  }
  const text = findScalarText(pair.value) ?? '';
  if (text === '1') return;
  const message = /^[1-9]\d{0,8}$/.test(text)
    ? `is ${text}, and this prime reads version 1; update prime`
    : `is ${quote(text)}; it must be 1`;
  throw invalidFile(file.path, [{ field, message, ...file.placeOf(pair.value) }]);
}

function readPrimes(file: YamlFile, pair: Pair | undefined, problems: FieldProblem[]): LockedPrime[] {
  if (pair === undefined || !isMap(pair.value)) {
    const message = "must map names to what is locked; write 'primes: {}' when nothing is";
    problems.push({ field: 'primes', message, ...(pair !== undefined && file.placeOf(pair.key)) });
    return [];
  }
  const primes: LockedPrime[] = [];
  for (const entry of pair.value.items) {
    const prime = findPrime(file, entry, problems);
    if (prime !== undefined) primes.push(prime);
  }
  return primes;
}

function findPrime(file: YamlFile, entry: Pair, problems: FieldProblem[]): LockedPrime | undefined {
  const name = findScalarText(entry.key) ?? '';
  const fields = new Map<string, string>();
  const nodes = new Map<string, unknown>();
  for (const { key, value } of pairsOf(entry.value)) {
    const field = findScalarText(key) ?? '';
    // What is no text is as bad as none at all, and no field may be empty.
    fields.set(field, findScalarText(value) ?? '');
    nodes.set(field, value ?? key);
  }
  const parsed = parseLockedPrime(name, fields);
  if ('prime' in parsed) return parsed.prime;
  for (const { key, message } of parsed.problems) {
    const node = key === undefined ? entry.key : nodes.get(key);
    const field = key === undefined ? quote(name) : `${quote(name)}.${quote(key).slice(1, -1)}`;
    problems.push({ field, message, ...file.placeOf(node) });
  }
  return undefined;
}

function pairsOf(node: unknown): readonly Pair[] {
  return isMap(node) ? node.items : [];
}
