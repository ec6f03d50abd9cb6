// In which versions of its Prime an atom changed.
import { atomPagePath, diffPagePath } from '@prime-registry/protocol';
import type { AtomState } from '@prime-registry/store';
import { formatNumber } from '../amounts.ts';
import { type Html, html } from '../html.ts';

/** An atom in some versions. */
export interface AtomHistory {
  /** Descending. */
  readonly states: readonly HistoryState[];
  /** Whether there are older versions that were not examined. */
  readonly isCut: boolean;
}

/** The atom in a version. */
export type HistoryState = Pick<AtomState, 'found'> & { readonly version: string };

/** The changes, newest first, with the fields that differ. Of a history that is cut, the first version is no change. */
function listAtomChanges({ states, isCut }: AtomHistory) {
  const ascending = states.toReversed();
  return ascending
    .flatMap(({ version, found }, index) => {
      const before = ascending[index - 1];
      if (before === undefined && isCut) return [];
      const known = before?.found;
      if (known?.hash === found?.hash) return [];
      const type = known === undefined ? 'added' : found === undefined ? 'removed' : 'changed';
      return [{ version, before: before?.version, type, fields: listFields(known, found) }];
    })
    .toReversed();
}

function listFields(before: AtomState['found'], after: AtomState['found']): string[] {
  if (before === undefined || after === undefined) return [];
  const known = new Map(before.fields.map(({ field, fingerprint }) => [field, fingerprint]));
  const changed = after.fields.filter(({ field, fingerprint }) => known.get(field) !== fingerprint);
  const left = new Set(after.fields.map(({ field }) => field));
  const gone = before.fields.filter(({ field }) => !left.has(field));
  return [...changed, ...gone].map(({ field }) => field).filter((field) => field !== 'version');
}

const MAX_SHOWN = 8;
const MAX_FIELDS = 6;

/** Renders the changes; nothing if the versions were never read. */
export function renderHistory(name: string, id: string, history: AtomHistory): Html | false {
  const changes = listAtomChanges(history);
  const rest = changes.length - MAX_SHOWN;
  if (changes.length === 0) return false;
  return html`<section class="panel" aria-labelledby="history"><h2 id="history">History</h2><ol class="history" reversed>${changes
    .slice(0, MAX_SHOWN)
    .map(({ version, before, type, fields }) => {
      const number =
        type === 'removed'
          ? html`<code>${version}</code>`
          : html`<a href="${atomPagePath(name, version, id)}">${version}</a>`;
      const step = `${type}${fields.length > 0 ? `: ${joinFields(fields)}` : ''}`;
      return html`<li>${number} ${before === undefined || type === 'added' ? html`<span class="faint">${step}</span>` : html`<a class="faint" href="${diffPagePath(name, before, version)}" rel="nofollow">${step}</a>`}</li>`;
    })}</ol>${rest > 0 && html`<p class="small faint">and ${formatNumber(rest)} earlier</p>`}</section>`;
}

function joinFields(fields: readonly string[]): string {
  const rest = fields.length - MAX_FIELDS;
  return `${fields.slice(0, MAX_FIELDS).join(', ')}${rest > 0 ? ` and ${rest} more` : ''}`;
}
