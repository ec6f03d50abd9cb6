// Reads a lock file that a person or a tool has edited. A valid one is accepted; every mistake is reported
// with its line and column.
import { type FieldProblem, parseLocatedYaml, quote } from '@prime-registry/protocol';
import { isMap, type Pair } from 'yaml';
import { shortenProblems } from '../../errors/shorten-problems.ts';
import { ValidationError } from '../../errors/validation-error.ts';
import { findScalarText, invalidFile, pairsOf, type YamlFile } from '../../files/yaml-file.ts';
import type { LockedPrime } from './locked-prime.ts';
import { LockedRanges } from './locked-ranges.ts';
import { type Lockfile, makeLockfile } from './lockfile.ts';
import { parseLockedPrime } from './parse-locked-prime.ts';

/** Reads the text of a lock file; the path is for messages. @throws ValidationError with all mistakes */
export function readLockfileYaml(path: string, text: string, ranges = new LockedRanges()): Lockfile {
  requireMerged(path, text);
  const file = parseYaml(path, text);
  const problems: FieldProblem[] = [];
  const pairs = pairsOf(file.document.contents);
  requireUnique(file, pairs);
  const top = new Map(pairs.map((pair) => [findScalarText(pair.key), pair]));
  requireVersion(file, top.get('lockfile-version'));
  for (const [key, pair] of top) {
    if (key === 'lockfile-version' || key === 'primes') continue;
    const message = "is not a key of lock files; there are 'lockfile-version' and 'primes'";
    problems.push({ field: quote(key ?? '?'), message, ...file.positionOf(pair.key) });
  }
  const primes = readPrimes({ file, ranges, problems }, top.get('primes'));
  if (problems.length > 0) throw invalidFile(path, shortenProblems(problems));
  return makeLockfile(primes);
}

/** Parses the text. Duplicate keys are found later: the parser's own search takes quadratic time. */
function parseYaml(path: string, text: string): YamlFile {
  const { document, positionOf, positionAt } = parseLocatedYaml(text, { uniqueKeys: false });
  const [error] = document.errors;
  if (error !== undefined) {
    const position = positionAt(error.pos[0]);
    throw invalidFile(path, [{ field: 'file', message: 'is not valid YAML here', ...position }]);
  }
  return { path, document, positionOf, positionAt };
}

/** @throws ValidationError at the first duplicate key */
function requireUnique(file: YamlFile, pairs: readonly Pair[]): void {
  const keys = new Set<string | undefined>();
  for (const { key } of pairs) {
    const text = findScalarText(key);
    if (keys.has(text)) {
      const message = 'has this key twice; keep one';
      throw invalidFile(file.path, [{ field: 'file', message, ...file.positionOf(key) }]);
    }
    keys.add(text);
  }
}

function requireVersion(file: YamlFile, pair: Pair | undefined): void {
  const field = 'lockfile-version';
  if (pair === undefined) {
    throw invalidFile(file.path, [{ field, message: "is missing; write 'lockfile-version: 1'" }]);
  }
  const text = findScalarText(pair.value) ?? '';
  if (text === '1') return;
  const message = /^[1-9]\d{0,8}$/.test(text)
    ? `is ${text}, but this prime reads version 1; update prime`
    : `is ${quote(text)}; it must be 1`;
  throw invalidFile(file.path, [{ field, message, ...file.positionOf(pair.value) }]);
}

interface Reading {
  readonly file: YamlFile;
  readonly ranges: LockedRanges;
  readonly problems: FieldProblem[];
}

function readPrimes(reading: Reading, pair: Pair | undefined): LockedPrime[] {
  const { file, problems } = reading;
  if (pair === undefined || !isMap(pair.value)) {
    const message = "must map names to locked versions; write 'primes: {}' if there are none";
    problems.push({ field: 'primes', message, ...(pair !== undefined && file.positionOf(pair.key)) });
    return [];
  }
  const primes: LockedPrime[] = [];
  requireUnique(file, pair.value.items);
  for (const entry of pair.value.items) {
    const prime = findPrime(reading, entry);
    if (prime !== undefined) primes.push(prime);
  }
  return primes;
}

function findPrime({ file, ranges, problems }: Reading, entry: Pair): LockedPrime | undefined {
  const name = findScalarText(entry.key) ?? '';
  const fields = new Map<string, string>();
  const nodes = new Map<string, unknown>();
  const pairs = pairsOf(entry.value);
  requireUnique(file, pairs);
  for (const { key, value } of pairs) {
    const field = findScalarText(key) ?? '';
    // A value that is not text counts as empty, and no field may be empty.
    fields.set(field, findScalarText(value) ?? '');
    nodes.set(field, value ?? key);
  }
  const parsed = parseLockedPrime(name, fields, ranges);
  if ('prime' in parsed) return parsed.prime;
  for (const { key, message } of parsed.problems) {
    const node = key === undefined ? entry.key : nodes.get(key);
    const field = key === undefined ? quote(name) : `${quote(name)}.${quote(key).slice(1, -1)}`;
    problems.push({ field, message, ...file.positionOf(node) });
  }
  return undefined;
}

/** The conflict markers of git. */
const CONFLICT_MARK = /^(?:<{7}|={7}|\|{7}|>{7})(?=[ \n])/m;

/** @throws ValidationError with the line of the conflict */
function requireMerged(path: string, text: string): void {
  const mark = CONFLICT_MARK.exec(text);
  if (mark === null) return;
  const message = `'${mark[0]}' is a conflict marker of git: keep the entries of both sides, or one of two with the same name, remove the markers, and run 'prime install'`;
  const line = text.slice(0, mark.index).split('\n').length;
  throw new ValidationError(`${path} has a merge conflict`, [{ field: 'file', message, line, column: 1 }]);
}
