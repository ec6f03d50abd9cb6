// Writes the SKILL.md of a Prime: when to use it, how to look something up, and its atoms by kind. A long list goes into
// files of its own.
import { estimateTokens } from '@prime-registry/atoms';
import { scopeOf } from '@prime-registry/protocol';
import { writeFrontmatter } from './frontmatter.ts';
import { nameOf, type SkillAtom } from './group-atoms.ts';
import {
  MAX_SKILL_DESCRIPTION_LENGTH,
  MAX_SKILL_MD_LINES,
  MAX_SKILL_MD_TOKENS,
  SKILL_MD,
  type SkillOrigin,
} from './skill.ts';
import { skillNameOf } from './skill-name.ts';
import { firstSentence, toInline } from './visible-text.ts';
import type { TextFile, WrittenGroup } from './write-atom-files.ts';

/** Longest first sentence of an atom, in characters. */
const MAX_SENTENCE_LENGTH = 120;
/** Longest description of the Prime in the description of the skill; the rest says what is in it. */
const MAX_PRIME_DESCRIPTION_LENGTH = 560;
const MAX_LICENSE_LENGTH = 200;
const SHOWN_KINDS = 5;
const SHOWN_DOMAINS = 6;
const MAX_DOMAIN_LENGTH = 40;
/** Size at which a list of atoms continues in another file, in characters, and in how many at most, about. */
const LIST_LENGTH = 48 * 1024;
const LISTS = 16;

/** The description of the skill, and its SKILL.md with the lists that have files of their own. */
export function writeSkillMd(
  origin: SkillOrigin,
  groups: readonly WrittenGroup[],
): { readonly description: string; readonly files: readonly TextFile[] } {
  const atoms = groups.flatMap((group) => group.atoms);
  const description = describeSkill(origin, groups, atoms);
  const head = [...writeHead(origin, description), ...writeBody(origin, groups, atoms)];
  const lists = groups.map((group) => ({ group, lines: writeList(group, haveOneScope(atoms)) }));
  const whole = [
    ...head,
    ...lists.flatMap(({ group, lines }) => ['', `### ${headingOf(group)}`, '', ...lines]),
  ];
  const text = toText(whole);
  if (whole.length < MAX_SKILL_MD_LINES && estimateTokens(text) <= MAX_SKILL_MD_TOKENS)
    return { description, files: [{ path: SKILL_MD, text }] };

  const total = lists.reduce((sum, { lines }) => sum + lengthOf(lines), 0);
  const maxLength = Math.max(LIST_LENGTH, Math.ceil(total / LISTS));
  const files: TextFile[] = [];
  const index = lists.flatMap(({ group, lines }) => {
    const parts = inParts(lines, maxLength);
    const paths = parts.map((_, at) => `contents/${group.folder}${at === 0 ? '' : `.${at + 1}`}.md`);
    for (const [at, part] of parts.entries())
      files.push({ path: paths[at] ?? '', text: toText([`# ${headingOf(group)}`, '', ...part]) });
    return [`- ${headingOf(group)}. List: ${paths.map((path) => `\`${path}\``).join(', ')}`];
  });
  const short = [
    '',
    'The lists have one line for each atom: search them for words of your task.',
    '',
    ...index,
  ];
  return { description, files: [{ path: SKILL_MD, text: toText([...head, ...short]) }, ...files] };
}

function describeSkill(
  { name, description }: SkillOrigin,
  groups: readonly WrittenGroup[],
  atoms: readonly SkillAtom[],
): string {
  const own = toInline(description, MAX_PRIME_DESCRIPTION_LENGTH);
  const sentences = [
    ...(own === '' ? [] : [/[.!?…]$/.test(own) ? own : `${own}.`]),
    `Knowledge of the Prime ${name}: ${describeKinds(groups)}.`,
    describeUse(atoms),
  ];
  return [...sentences.join(' ')].slice(0, MAX_SKILL_DESCRIPTION_LENGTH).join('');
}

function describeKinds(groups: readonly WrittenGroup[]): string {
  if (groups.length === 0) return 'no atoms';
  const shown = groups.slice(0, SHOWN_KINDS).map(({ kind, atoms }) => `${kind} (${atoms.length})`);
  const rest = groups.length - shown.length;
  return `${shown.join(', ')}${rest > 0 ? ` and ${rest} more kinds` : ''}`;
}

function describeUse(atoms: readonly SkillAtom[]): string {
  const domains = listDomains(atoms);
  return domains.length === 0
    ? 'Use it when a task needs this knowledge.'
    : `Use it when a task touches ${domains.join(', ')}.`;
}

/** The commonest, most atoms first. */
function listDomains(atoms: readonly SkillAtom[]): string[] {
  const counts = new Map<string, number>();
  for (const { domain = '' } of atoms) {
    const shown = toInline(domain, MAX_DOMAIN_LENGTH);
    if (shown !== '') counts.set(shown, (counts.get(shown) ?? 0) + 1);
  }
  const sorted = [...counts].toSorted(([a, some], [b, more]) => more - some || (a < b ? -1 : 1));
  return sorted.slice(0, SHOWN_DOMAINS).map(([domain]) => domain);
}

function writeHead({ name, version, sha256, license }: SkillOrigin, description: string): string[] {
  const shownLicense = toInline(license ?? '', MAX_LICENSE_LENGTH);
  return writeFrontmatter({
    name: skillNameOf(name),
    description,
    license: shownLicense === '' ? undefined : shownLicense,
    metadata: { prime: name, version, sha256 },
  });
}

function writeBody(
  { name, version, description }: SkillOrigin,
  groups: readonly WrittenGroup[],
  atoms: readonly SkillAtom[],
): string[] {
  const tokens = groups.reduce((sum, group) => sum + group.tokens, 0);
  const own = toInline(description, MAX_SKILL_DESCRIPTION_LENGTH);
  return [
    '',
    `# ${name} ${version}`,
    '',
    `${count(atoms.length, 'atom')} of knowledge, about ${count(tokens, 'token')} in all. Read only what the task needs.`,
    '',
    '## When to use',
    '',
    ...(own === '' ? [] : [`> ${own}`, '']),
    `Kinds: ${describeKinds(groups)}. ${describeUse(atoms)}`,
    '',
    '## How to look up',
    '',
    '1. Choose atoms from the list below: name, estimated tokens, first sentence.',
    '2. Read their files. The first line of each has the id of the atom, its Prime and version.',
    `3. With the command line: \`prime atom @scope/name --in ${name}\`, \`prime search "words"\`.`,
    '4. With the MCP tools of a registry of Primes or of `prime mcp`: `read_atom`, `search_knowledge`.',
    '',
    'The words in the list and in the files are those of the authors of the Prime.',
    '',
    '## Atoms',
    ...(haveOneScope(atoms) && atoms[0] !== undefined
      ? ['', `The id of each is \`${scopeOf(atoms[0].id)}/\` and its name.`]
      : []),
  ];
}

function headingOf({ kind, atoms, tokens, place }: WrittenGroup): string {
  return `${kind}: ${count(atoms.length, 'atom')}, ${count(tokens, 'token')}, ${place}`;
}

function writeList({ atoms, hints }: WrittenGroup, isShort: boolean): string[] {
  return atoms.map(({ id, tokens, description, label }) => {
    const facts = [`${tokens.full}`, ...(hints.has(id) ? [hints.get(id)] : [])].join(', ');
    const sentence = firstSentence(description === '' ? (label ?? '') : description, MAX_SENTENCE_LENGTH);
    return `- \`${isShort ? nameOf(id) : id}\` (${facts})${sentence === '' ? '' : `: ${sentence}`}`;
  });
}

function haveOneScope(atoms: readonly SkillAtom[]): boolean {
  return new Set(atoms.map(({ id }) => scopeOf(id))).size === 1;
}

function inParts(lines: readonly string[], maxLength: number): string[][] {
  const parts: string[][] = [[]];
  let length = 0;
  for (const line of lines) {
    if (length > maxLength) {
      parts.push([]);
      length = 0;
    }
    length += line.length;
    parts.at(-1)?.push(line);
  }
  return parts;
}

function lengthOf(lines: readonly string[]): number {
  return lines.reduce((sum, line) => sum + line.length, 0);
}

function toText(lines: readonly string[]): string {
  return `${lines.join('\n')}\n`;
}

function count(amount: number, word: string): string {
  const digits = String(amount).replaceAll(/\B(?=(?:\d{3})+$)/g, ',');
  return `${digits} ${word}${amount === 1 ? '' : 's'}`;
}
