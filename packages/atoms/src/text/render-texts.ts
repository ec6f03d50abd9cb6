// Renders the texts of an atom from the fields of its source, if there are no compiled ones. The rule is in
// docs/prime-language.md.
import type { AtomTexts, BareEdge } from '../atom.ts';
import type { SourceField, SourceValue } from '../language/source-value.ts';
import { MAX_CHUNK_BYTES } from '../limits.ts';
import type { AtomFacts } from '../source/read-facts.ts';
import { cutText } from './cut-text.ts';

/** The head of every text. */
export interface TextHead extends AtomFacts {
  readonly name: string;
  readonly kind: string;
}

/** Fields that the head shows. */
const HEAD_FIELDS: ReadonlySet<string> = new Set(['id', 'version', 'label', 'description', 'domain', 'tags']);

/** Fields that only the full text shows: illustrations and sources. */
const FULL_FIELDS: ReadonlySet<string> = new Set([
  'body',
  'example',
  'examples',
  'notes',
  'source',
  'sources',
]);

/** The texts. Each is the beginning of the next longer one. */
export function renderTexts(
  head: TextHead,
  fields: readonly SourceField[],
  edges: readonly BareEdge[],
): AtomTexts {
  const sections = fields.filter(
    ({ key, value }) => !HEAD_FIELDS.has(key) && !isReferences(value) && !isInHead(value, head),
  );
  const render = (some: readonly SourceField[]): string[] => some.map(renderSection);
  const summary = renderHead(head);
  const core = [summary, ...render(sections.filter(({ key }) => !FULL_FIELDS.has(key)))];
  const rest = render(sections.filter(({ key }) => FULL_FIELDS.has(key)));
  const full = [...core, ...rest, ...renderEdges(edges)];
  return {
    summary: cutText(summary, MAX_CHUNK_BYTES),
    core: cutText(core.join('\n\n'), MAX_CHUNK_BYTES),
    full: cutText(full.join('\n\n'), MAX_CHUNK_BYTES),
  };
}

/** Whether the value is in the head already, as the description or the label. */
function isInHead(value: SourceValue, { description, label }: TextHead): boolean {
  return value.type === 'text' && [description, label].includes(value.text.trim());
}

function renderHead({ name, kind, version, label, description, domain, tags }: TextHead): string {
  const title = `# ${name} [${kind}]${version === undefined ? '' : ` v${version}`}`;
  const foot = [
    ...(domain === undefined ? [] : [`domain: ${domain}`]),
    ...(tags.length === 0 ? [] : [`tags: ${tags.join(', ')}`]),
  ];
  const parts = new Set([title, label ?? '', description, foot.join('\n')]);
  return [...parts].filter((part) => part !== '').join('\n\n');
}

function renderSection({ key, value }: SourceField): string {
  const words = key.replaceAll(/[-_]+/g, ' ').trim();
  return `## ${words.slice(0, 1).toUpperCase()}${words.slice(1)}\n${renderValue(value, '')}`;
}

function renderEdges(edges: readonly BareEdge[]): string[] {
  if (edges.length === 0) return [];
  return [`## Edges\n${edges.map(({ verb, target }) => `- ${verb}: ${target}`).join('\n')}`];
}

/** Whether the value contains only edges. */
function isReferences(value: SourceValue): boolean {
  if (value.type === 'list') return value.items.length > 0 && value.items.every(isReferences);
  if (value.type === 'object') {
    return value.fields.length > 0 && value.fields.every((field) => isReferences(field.value));
  }
  return value.type === 'reference';
}

// Values nest at most 16 deep, which bounds this recursion.
function renderValue(value: SourceValue, indent: string): string {
  if (value.type === 'list') {
    return value.items.map((item) => `${indent}- ${renderItem(item, indent)}`).join('\n');
  }
  if (value.type === 'object') {
    return value.fields
      .map(({ key, value: inner }) => `${indent}- ${key}: ${renderItem(inner, indent)}`)
      .join('\n');
  }
  return indentLines(value.text, indent);
}

/** A value after a bullet; its further lines are indented below it. */
function renderItem(value: SourceValue, indent: string): string {
  const isScalar = value.type !== 'list' && value.type !== 'object';
  const inner = renderValue(value, `${indent}  `);
  return isScalar ? inner.trimStart() : `\n${inner}`;
}

function indentLines(text: string, indent: string): string {
  if (indent === '') return text;
  const lines = text.split('\n');
  return lines.map((line) => (line === '' ? '' : `${indent}${line}`)).join('\n');
}
