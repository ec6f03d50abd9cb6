// The fields of an atom as readers know them: the facts, and the sections of its full text.
import { makeReadable } from '@prime-registry/atoms';
import type { AtomSide } from './diff-contents.ts';

/** A field whose text differs between two versions. */
export interface FieldPair {
  readonly name: string;
  /** Empty if this version lacks the field. */
  readonly before: string;
  readonly after: string;
}

/** An atom with its full text; an empty one if that is unknown. */
export interface SideWithText extends AtomSide {
  readonly text: string;
}

/** Longer sections are compared as they are, in characters: making them readable takes time. */
const MAX_READABLE = 20_000;

/** Fields that serve as the description of some kinds. */
const DESCRIBING = ['statement', 'claim', 'definition', 'problem'];

/**
 * The fields that differ, in reading order.
 * @param fields - the names of those whose values differ
 */
export function pairFields(
  before: SideWithText,
  after: SideWithText,
  fields: readonly string[],
): FieldPair[] {
  const describing = fields.includes('description')
    ? undefined
    : DESCRIBING.find((each) => fields.includes(each));
  const facts: FieldPair[] = [
    { name: 'kind', before: before.kind, after: after.kind },
    { name: 'name', before: before.name, after: after.name },
    { name: 'label', before: before.label ?? '', after: after.label ?? '' },
    { name: describing ?? 'description', before: before.description, after: after.description },
  ];
  const [old, young] = [splitSections(before), splitSections(after)];
  const sections = [...new Set([...young.keys(), ...old.keys()])].map((name) =>
    pairSections(name, old.get(name) ?? '', young.get(name) ?? ''),
  );
  const foot: FieldPair[] = [
    { name: 'domain', before: before.domain ?? '', after: after.domain ?? '' },
    { name: 'tags', before: before.tags.join('\n'), after: after.tags.join('\n') },
    { name: 'version', before: before.version ?? '', after: after.version ?? '' },
  ];
  return [...facts, ...sections, ...foot].filter((pair) => pair.before !== pair.after);
}

/** Compilers put prose into fences: two forms of a text differ only in what they say. */
function pairSections(name: string, before: string, after: string): FieldPair {
  if (before === after || before.length + after.length > MAX_READABLE) return { name, before, after };
  return { name, before: makeReadable(before), after: makeReadable(after) };
}

/**
 * The sections of a text by heading, in lower case; the text before the first heading has the name `text`. Compilers repeat
 * sections, and the label.
 */
function splitSections(side: SideWithText): Map<string, string> {
  const sections = new Map<string, Set<string>>();
  let [name, from] = ['text', 0];
  const end = (to: number) => {
    const body = side.text.slice(from, to);
    const text = name === 'text' ? withoutFacts(body, side) : body.trimEnd();
    // Edges are compared as edges.
    if (text === '' || name === 'edges' || (name === 'label' && text === side.label)) return;
    sections.set(name, (sections.get(name) ?? new Set()).add(text));
  };
  let fence: string | undefined;
  for (const { 0: line, 1: mark, 2: heading, index } of side.text.matchAll(
    /^(?: {0,3}(`{3,}|~{3,})|## +(\S.*)).*$/gm,
  )) {
    if (mark !== undefined) {
      if (fence === undefined) fence = mark;
      else if (mark.startsWith(fence)) fence = undefined;
    } else if (fence === undefined && heading !== undefined) {
      end(index);
      [name, from] = [heading.trim().toLowerCase(), index + line.length + 1];
    }
  }
  end(side.text.length);
  return new Map([...sections].map(([heading, texts]) => [heading, [...texts].join('\n\n')]));
}

/** The head of a text without what is among the facts. */
function withoutFacts(head: string, { label, description, domain, tags }: AtomSide): string {
  const known = new Set([label, description, domain && `domain: ${domain}`, `tags: ${tags.join(', ')}`]);
  const isFact = (part: string) => known.has(part.trim()) || /^# .*$/.test(part.trim());
  const rest = head.replace(description, '').split(/\n{2,}/);
  return rest
    .filter((part) => part.trim() !== '' && !isFact(part) && !part.trim().split('\n').every(isFact))
    .join('\n\n')
    .trim();
}
