// Joins what several SKILL.md files require: a version must suit all of them.
import {
  type FieldProblem,
  isRangeWithin,
  MAX_RANGE_LENGTH,
  parseRange,
  type VersionRange,
} from '@prime-registry/protocol';
import { unlessFailed } from '../../errors/expected.ts';
import { ValidationError } from '../../errors/validation-error.ts';
import { type Requirement, SKILL_FILE } from './requirements.ts';

type Required = Requirement & { readonly required_by: string };

/**
 * The requirements of all files, by name. One that several files have is attributed to the last of them that is in a
 * folder below.
 * @throws ValidationError with all contradictions, each with the files
 */
export function joinRequirements(
  files: readonly ReadonlyMap<string, Requirement>[],
): ReadonlyMap<string, Requirement> {
  const byName = new Map<string, Required[]>();
  for (const requirement of files.flatMap((file) => [...file.values()])) {
    const required = { ...requirement, required_by: requirement.required_by ?? SKILL_FILE };
    const known = byName.get(required.name);
    if (known === undefined) byName.set(required.name, [required]);
    else known.push(required);
  }
  const joined = new Map<string, Requirement>();
  const problems: FieldProblem[] = [];
  for (const [name, all] of byName) {
    const range = joinRanges(all);
    if (typeof range === 'string') problems.push({ field: name, message: range });
    else joined.set(name, { name, range, required_by: chooseFile(all) });
  }
  if (problems.length === 0) return joined;
  throw new ValidationError(
    `the ${SKILL_FILE} files of this project contradict each other; one version of each Prime must suit all of them`,
    problems,
  );
}

/** The lock file has room for one. Any that is not the project's own says that the project is shared. */
function chooseFile(all: readonly Required[]): string {
  const files = all.map(({ required_by }) => required_by).sort();
  return files.findLast((file) => file !== SKILL_FILE) ?? SKILL_FILE;
}

/** The versions that suit all, or why there are none. */
function joinRanges(all: readonly Required[]): VersionRange | string {
  const [first, ...others] = listDistinct(all);
  if (first === undefined) throw new Error('nothing to join');
  let joined: VersionRange = first.range;
  for (const { range } of others) {
    const next = joinTwo(joined, range);
    if (next === undefined) return explain(all);
    joined = next;
  }
  return joined;
}

/** One of each range. An entry without one agrees with any other. */
function listDistinct(all: readonly Required[]): Required[] {
  const distinct = [...new Map(all.map((each) => [each.range.text, each])).values()];
  const restricting = distinct.filter(({ range }) => range.kind !== 'latest');
  return restricting.length > 0 ? restricting : distinct;
}

/** Undefined if nothing suits both, or if it cannot be written as a range. */
function joinTwo(a: VersionRange, b: VersionRange): VersionRange | undefined {
  // What a channel names is for a registry to say.
  if (a.kind === 'channel' || b.kind === 'channel') return undefined;
  if (a.kind === 'exact' || b.kind === 'exact') {
    const [exact, other] = a.kind === 'exact' ? [a, b] : [b, a];
    return other.matches(exact.text) ? exact : undefined;
  }
  if (isWithin(a.text, b.text)) return a;
  if (isWithin(b.text, a.text)) return b;
  const alternatives = a.text.split('||').flatMap((left) => b.text.split('||').map((right) => [left, right]));
  const texts = alternatives.map((pair) => pair.map((text) => text.trim()).join(' ')).filter(isSatisfiable);
  const text = texts.join(' || ');
  if (texts.length === 0 || text.length > MAX_RANGE_LENGTH) return undefined;
  const range = parseRange(text);
  // A range with a hyphen means something else next to another one.
  return range.ok && isWithin(text, a.text) && isWithin(text, b.text) ? range.value : undefined;
}

function isWithin(inner: string, outer: string): boolean {
  return unlessFailed(() => isRangeWithin(inner, outer)) === true;
}

/** Only a range without versions is within two different ones. */
function isSatisfiable(range: string): boolean {
  return !isWithin(range, '1.0.0') || !isWithin(range, '2.0.0');
}

function explain(all: readonly Required[]): string {
  const parts = all.map(({ range, required_by: file }) => `${file} requires ${range.text}`);
  return `${parts.join(', ')}; change one of them`;
}
