// The other Primes that a version refers to, and those that refer to its Prime: by what they require, and by edges of
// their atoms.
import { sourceManifestPath } from '@prime-registry/protocol';
import type { PrimeLinks, RequiringPrime, VersionRecord } from '@prime-registry/store';
import { countOf } from '../amounts.ts';
import { type Html, html } from '../html.ts';
import { nameLink } from './prime-entries.ts';

/** Primes that are shown of those that a version requires, and of those that require a Prime. */
export const MAX_REQUIRING = 50;

/** A Prime that is referred to, or refers. */
interface Relation {
  readonly name: string;
  /** The accepted versions, if one requires the other. */
  readonly range?: string | undefined;
  /** Whether edges of atoms lead from one to the other. */
  readonly isLinked?: boolean;
}

export interface Relations {
  readonly record: VersionRecord;
  /** The Primes of this registry that require this one; one more than MAX_REQUIRING if there are more. */
  readonly requiring: readonly RequiringPrime[];
  /** Undefined unless the version is the latest. */
  readonly links: PrimeLinks | undefined;
}

/** Renders both directions; nothing if there are none. */
export function renderRelations({ record, requiring, links }: Relations): Html {
  const required = Object.entries(record.requires ?? {}).map(([name, range]) => ({ name, range }));
  const more = required.length - MAX_REQUIRING;
  return html`${renderList('refers-to', 'Refers to', merge(required, links?.leadsTo), more > 0 && html`And ${more} more: see its <a href="${sourceManifestPath(record.name, record.version)}">pack.yaml</a>.`)}${renderList(
    'referred-to',
    'Referred to by',
    merge(requiring, links?.ledFrom),
    requiring.length > MAX_REQUIRING &&
      html`These are the first ${countOf(MAX_REQUIRING, 'Prime')} that require it, by name; there are more.`,
  )}`;
}

/** Each Prime once, those that are required first. */
function merge(
  required: readonly Relation[],
  linked: readonly { readonly name: string }[] = [],
): readonly Relation[] {
  const relations = new Map<string, Relation>();
  for (const { name, range } of required.slice(0, MAX_REQUIRING)) relations.set(name, { name, range });
  for (const { name } of linked) relations.set(name, { ...relations.get(name), name, isLinked: true });
  return [...relations.values()];
}

function renderList(id: string, heading: string, relations: readonly Relation[], note: Html | false): Html {
  if (relations.length === 0) return html``;
  return html`<section aria-labelledby="${id}"><h2 id="${id}">${heading}</h2>
<ul class="required">${relations.map(
    ({ name, range, isLinked = false }) =>
      html`<li>${nameLink(name)}${range !== undefined && html` <code>${range}</code>`}${isLinked && html` <span class="faint">${range === undefined ? 'by' : 'and by'} edges of atoms</span>`}</li>`,
  )}</ul>
${note !== false && html`<p class="small faint">${note}</p>`}</section>`;
}
