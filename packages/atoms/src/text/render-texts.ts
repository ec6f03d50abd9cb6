// Renders the texts of an atom from the fields of its source, if there are no compiled ones. The rule is in
// docs/prime-language.md.
import type { AtomTexts, BareEdge } from '../atom.ts';
import type { SourceField } from '../language/source-value.ts';
import { MAX_CHUNK_BYTES } from '../limits.ts';
import type { AtomFacts } from '../source/read-facts.ts';
import { cutText } from './cut-text.ts';
import { isReferences, renderValue, titleOf } from './render-value.ts';

export interface TextHead extends AtomFacts {
  readonly name: string;
  readonly kind: string;
}

const HEAD_FIELDS: ReadonlySet<string> = new Set(['id', 'version', 'label', 'description', 'domain', 'tags']);

/** Fields that only the full text shows: illustrations and sources. */
const FULL_FIELDS = new Set(['body', 'example', 'examples', 'notes', 'source', 'sources']);

/** The texts. Each is the beginning of the next longer one. */
export function renderTexts(
  head: TextHead,
  fields: readonly SourceField[],
  edges: readonly BareEdge[],
): AtomTexts {
  const sections = fields.filter((field) => !isReferences(field.value) && !isInHead(field, head));
  const render = (some: readonly SourceField[]): string[] => some.map(renderSection);
  const summary = renderHead(head);
  const core = [summary, ...render(sections.filter((field) => !isShownLate(field)))];
  const rest = render(sections.filter(isShownLate));
  const full = [...core, ...rest, ...renderEdges(edges)];
  return {
    summary: cutText(summary, MAX_CHUNK_BYTES),
    core: cutText(core.join('\n\n'), MAX_CHUNK_BYTES),
    full: cutText(full.join('\n\n'), MAX_CHUNK_BYTES),
  };
}

/** Whether only the full text has the field, after all others. */
export function isShownLate({ key }: SourceField): boolean {
  return FULL_FIELDS.has(key);
}

/** Whether the head shows the field already, as one of its own, or as the description or the label. */
export function isInHead(
  { key, value }: SourceField,
  { description, label }: Pick<AtomFacts, 'description'> & Partial<Pick<AtomFacts, 'label'>>,
): boolean {
  return HEAD_FIELDS.has(key) || (value.type === 'text' && [description, label].includes(value.text.trim()));
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
  return `## ${titleOf(key)}\n${renderValue(value)}`;
}

function renderEdges(edges: readonly BareEdge[]): string[] {
  if (edges.length === 0) return [];
  return [`## Edges\n${edges.map(({ verb, target }) => `- ${verb}: ${target}`).join('\n')}`];
}
