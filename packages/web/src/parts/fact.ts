// Facts: a term and what it is, in the columns of a panel.
import { type Html, html } from './html.ts';

export interface Fact {
  readonly term: string;
  readonly value: Html | string;
  /** Whether it has the whole width. */
  readonly isWhole?: boolean;
}

/** Items of a fact that are shown, such as tags. */
export const MAX_FACT_ITEMS = 12;

export function renderFacts(facts: readonly (Fact | false | undefined)[]): Html {
  return html`<dl class="facts">${facts.map((fact) =>
    !fact
      ? html``
      : html`<div${fact.isWhole === true && html` class="whole"`}><dt>${fact.term}</dt><dd>${fact.value}</dd></div>`,
  )}</dl>`;
}
