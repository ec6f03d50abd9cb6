// Reads the common fields of an atom, each with its own rule.
import { describeCharacter, findHiddenInLine, isVersion, quote } from '@prime-registry/protocol';
import type { ProblemCode } from '../atom.ts';
import type { SourceField, SourceScalar, SourceValue } from '../language/source-value.ts';
import { MAX_DESCRIPTION_LENGTH, MAX_TAGS, MAX_WORD_LENGTH } from '../limits.ts';
import { cutText, toLine } from '../text/cut-text.ts';

/** The common fields of an atom, except its id and edges. */
export interface AtomFacts {
  readonly version: string | undefined;
  readonly label: string | undefined;
  readonly description: string;
  readonly domain: string | undefined;
  readonly tags: readonly string[];
}

export type Warn = (offset: number, message: string, code?: ProblemCode) => void;

/** Fields that serve as the description, best first: kinds differ in their fields. */
const DESCRIBING_FIELDS = ['description', 'statement', 'claim', 'definition', 'problem', 'label'];

/** Reads the facts; malformed fields are left out with a warning. */
export function readFacts(fields: readonly SourceField[], offset: number, warn: Warn): AtomFacts {
  const values = new Map(fields.map(({ key, value }) => [key, value]));
  const describing = DESCRIBING_FIELDS.find((key) => values.has(key)) ?? 'description';
  const labelling = values.has('label') ? 'label' : 'name';
  return {
    version: readVersion(values.get('version'), offset, warn),
    label: readText(labelling, values.get(labelling), warn),
    description: readDescription(describing, values.get(describing), offset, warn),
    domain: readDomain(values.get('domain'), warn),
    tags: readTags(values.get('tags'), warn),
  };
}

/** The value as a scalar; undefined for lists and objects. */
export function asScalar(value: SourceValue | undefined): SourceScalar | undefined {
  return value === undefined || value.type === 'list' || value.type === 'object' ? undefined : value;
}

function readVersion(value: SourceValue | undefined, offset: number, warn: Warn): string | undefined {
  if (value === undefined) {
    warn(offset, `this atom has no version; add a line such as 'version: "1.0.0"'`, 'missing-version');
    return undefined;
  }
  const text = asScalar(value)?.text;
  if (text !== undefined && isVersion(text)) return text;
  const shown = text === undefined ? 'this' : quote(text);
  warn(value.offset, `${shown} is not a semantic version; write three numbers, such as "1.0.0"`);
  return undefined;
}

function readDescription(key: string, value: SourceValue | undefined, offset: number, warn: Warn): string {
  if (value !== undefined) return readText(key, value, warn) ?? '';
  const message = `this atom has no description; add a line such as 'description: "What it says."'`;
  warn(offset, message, 'missing-description');
  return '';
}

function readText(key: string, value: SourceValue | undefined, warn: Warn): string | undefined {
  if (value === undefined) return undefined;
  const text = asScalar(value)?.text.trim();
  if (text === undefined || text === '') {
    warn(value.offset, `'${key}' must be a text that is not empty, in quotes`);
    return undefined;
  }
  if (text.length > MAX_DESCRIPTION_LENGTH) {
    warn(value.offset, `'${key}' has ${text.length} characters and is cut at ${MAX_DESCRIPTION_LENGTH}`);
  }
  const shown = key === 'label' || key === 'name' ? toLine(text) : text;
  return cutText(shown, MAX_DESCRIPTION_LENGTH);
}

/** Several domains become one line. */
function readDomain(value: SourceValue | undefined, warn: Warn): string | undefined {
  if (value?.type !== 'list') return readWord('the domain', value, warn);
  const words = value.items.flatMap((item) => readWord('the domain', item, warn) ?? []);
  return words.length === 0 ? undefined : cutText(words.join(', '), MAX_WORD_LENGTH);
}

function readTags(value: SourceValue | undefined, warn: Warn): string[] {
  if (value === undefined) return [];
  const items = value.type === 'list' ? value.items : [value];
  const tags = new Set<string>();
  for (const item of items) {
    const tag = readWord('a tag', item, warn);
    if (tag !== undefined) tags.add(tag);
  }
  if (tags.size > MAX_TAGS) {
    warn(value.offset, `there are ${tags.size} tags, and only the first ${MAX_TAGS} are used; remove some`);
  }
  return [...tags].slice(0, MAX_TAGS);
}

function readWord(what: string, value: SourceValue | undefined, warn: Warn): string | undefined {
  if (value === undefined) return undefined;
  const word = asScalar(value)?.text.trim();
  if (word === undefined || word === '' || word.length > MAX_WORD_LENGTH) {
    warn(value.offset, `${what} must be a word or a short text, of 1 to ${MAX_WORD_LENGTH} characters`);
    return undefined;
  }
  const hidden = findHiddenInLine(word);
  if (hidden === undefined) return word;
  warn(
    value.offset,
    `${what} has the invisible character ${describeCharacter(hidden)} and was left out; remove that character`,
  );
  return undefined;
}
