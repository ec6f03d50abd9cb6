// Adds requirements to the list in a SKILL.md, and leaves everything else in it as it is.
import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import { getValue, parseLocatedYaml, parseRange } from '@prime-registry/protocol';
import { isMap, isNode, isScalar, isSeq, type YAMLSeq } from 'yaml';
import { CommandError } from '../../errors/command-error.ts';
import { ValidationError } from '../../errors/validation-error.ts';
import { readProjectFile } from '../../files/read-project-file.ts';
import { replaceFile } from '../../files/replace-file.ts';
import type { InstallDeps } from '../install-primes.ts';
import {
  findFrontmatter,
  MAX_SKILL_BYTES,
  parseSkillRequirements,
  type Requirement,
  SKILL_FILE,
} from './requirements.ts';
import { type RewrittenSkill, rewriteSkill } from './rewrite-skill.ts';

/** The requirements of a project after new ones were added to SKILL.md, and that file. */
export interface SavedRequirements {
  readonly requirements: {
    readonly skill: ReadonlyMap<string, Requirement>;
    readonly named: readonly Requirement[];
  };
  /** Not written yet. */
  readonly skillFile: RewrittenSkill;
}

/**
 * Adds the named Primes to the list in SKILL.md. One that is named without a range gets the range of its latest
 * version, `^1.2.0`, or keeps the range that is there.
 * @throws ValidationError without a SKILL.md; CommandError if it cannot be changed without a person
 */
export async function saveRequirements(
  projectFolder: string,
  {
    skill,
    named,
  }: { readonly skill: ReadonlyMap<string, Requirement> | undefined; readonly named: readonly Requirement[] },
  { getResolver, signal }: Pick<InstallDeps, 'getResolver' | 'signal'>,
): Promise<SavedRequirements> {
  if (skill === undefined) {
    const names = named.map(({ name }) => name).join(' ');
    throw new ValidationError(`there is no ${SKILL_FILE} with a frontmatter here to add ${names} to`, [], {
      hint: `'prime install ${names}' installs it for this project without one`,
    });
  }
  const saved: Requirement[] = [];
  for (const { name, range } of named) {
    const listed = skill.get(name);
    if (range.kind !== 'latest') saved.push({ name, range, required_by: SKILL_FILE });
    else if (listed !== undefined) saved.push(listed);
    else {
      const resolver = await getResolver(`${name} needs the range of its latest version`);
      const { version } = await resolver.resolve(name, range.text, { signal });
      saved.push({ name, range: getValue(parseRange(`^${version}`)), required_by: SKILL_FILE });
    }
  }
  return {
    requirements: {
      skill: new Map([...skill, ...saved.map((each) => [each.name, each] as const)]),
      named: saved,
    },
    skillFile: await prepareSkill(projectFolder, saved),
  };
}

async function prepareSkill(
  projectFolder: string,
  requirements: readonly Requirement[],
): Promise<RewrittenSkill> {
  const path = join(projectFolder, SKILL_FILE);
  const before = (await readProjectFile(path, MAX_SKILL_BYTES)) ?? '';
  const text = await addRequirements(before, requirements);
  return {
    async save() {
      if (text === before) return;
      const { mode } = await stat(path);
      await replaceFile(path, text, { mode: mode & 0o777, followsLinks: false });
    },
  };
}

/** The text with the requirements. @throws CommandError if it cannot be changed without a person */
async function addRequirements(text: string, requirements: readonly Requirement[]): Promise<string> {
  const listed = (await parseSkillRequirements(text)) ?? new Map<string, Requirement>();
  const changed = requirements.flatMap(({ name, range }) => {
    const old = listed.get(name);
    if (old === undefined || old.range.text === range.text) return [];
    return [{ name, range: old.range.text, new_name: name, new_range: range.text, required_by: SKILL_FILE }];
  });
  const added = requirements.filter(({ name }) => !listed.has(name));
  let after = changed.length > 0 ? rewriteSkill(text, changed) : text;
  for (const requirement of added) after = insert(after, describe(requirement));
  const wanted = new Map([...listed.values(), ...requirements].map((each) => [each.name, each.range.text]));
  const read = await parseSkillRequirements(after).catch(() => undefined);
  const isRight =
    read?.size === wanted.size &&
    [...read.values()].every(({ name, range }) => wanted.get(name) === range.text);
  if (isRight) return after;
  throw new CommandError(`${SKILL_FILE} cannot be changed by prime. Nothing was changed`, {
    hint: `add ${requirements.map(describe).join(' and ')} to its list 'primes:', and run 'prime install'`,
  });
}

function describe({ name, range }: Requirement): string {
  return range.text === 'latest' ? name : `${name}@${range.text}`;
}

/** Inserts an entry at the end of the list; the result is read again afterwards. */
function insert(text: string, entry: string): string {
  const frontmatter = findFrontmatter(text);
  if (frontmatter === undefined) return text;
  const { text: yaml, start } = frontmatter;
  const lineEnd = yaml.includes('\r\n') ? '\r\n' : '\n';
  const [at, end, added] = findEdit(yaml, JSON.stringify(entry), lineEnd);
  return `${text.slice(0, start + at)}${added}${text.slice(start + end)}`;
}

/** What to replace in the frontmatter, from and to, and its replacement. */
function findEdit(yaml: string, entry: string, lineEnd: string): [start: number, end: number, text: string] {
  const { contents } = parseLocatedYaml(yaml, { uniqueKeys: true }).document;
  const pair = isMap(contents)
    ? contents.items.find(({ key }) => isScalar(key) && key.value === 'primes')
    : undefined;
  if (pair === undefined) {
    const before = yaml === '' || yaml.endsWith('\n') ? '' : lineEnd;
    return [yaml.length, yaml.length, `${before}primes:${lineEnd}  - ${entry}${lineEnd}`];
  }
  const { value } = pair;
  if (isSeq(value))
    return isEmptyOrFlow(value)
      ? appendToFlow(yaml, value, entry)
      : appendToBlock(yaml, value, entry, lineEnd);
  const [from = 0, to = from] = isNode(value) && value.range ? value.range : [];
  // The space after the colon goes too.
  const start = yaml.slice(0, from).trimEnd().length;
  return [start, to, `${lineEnd}  - ${entry}`];
}

function isEmptyOrFlow(list: YAMLSeq): boolean {
  return list.flow === true || list.items.length === 0;
}

function appendToFlow(yaml: string, list: YAMLSeq, entry: string): [number, number, string] {
  const end = yaml.lastIndexOf(']', (list.range?.[1] ?? 0) - 1);
  const isLast = list.items.length === 0 || /,\s*$/.test(yaml.slice(0, end));
  const at = yaml.slice(0, end).trimEnd().length;
  return [at, at, isLast ? `${list.items.length === 0 ? '' : ' '}${entry}` : `, ${entry}`];
}

function appendToBlock(
  yaml: string,
  list: YAMLSeq,
  entry: string,
  lineEnd: string,
): [number, number, string] {
  const [first] = list.items;
  const begin = isNode(first) && first.range ? first.range[0] : 0;
  const indent = /^ */.exec(yaml.slice(yaml.lastIndexOf('\n', begin - 1) + 1))?.[0] ?? '';
  const last = list.items.at(-1);
  const lastEnd = yaml.slice(0, isNode(last) && last.range ? last.range[1] : begin).trimEnd().length;
  // Behind a comment on the same line.
  const rest = /^[^\r\n]*/.exec(yaml.slice(lastEnd))?.[0] ?? '';
  const at = lastEnd + rest.length;
  return [at, at, `${lineEnd}${indent}- ${entry}`];
}
