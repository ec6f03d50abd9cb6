// The fields of an atom as parts of its page, each under a heading of its own.
import type { AtomSection } from '@prime-registry/atoms';
import { type Html, html } from '../html.ts';
import type { RenderedText } from '../markdown.ts';

/** The look of fields by their names; others look like running text. */
const LOOKS: Readonly<Record<string, string>> = {
  ...named('lead', 'statement', 'claim', 'definition', 'principle', 'rule', 'summary'),
  ...named('dont', 'why-bad', 'dont', 'do-not', 'bad', 'avoid', 'risk', 'risks', 'consequences', 'symptoms'),
  ...named('do', 'instead-do', 'instead', 'do', 'good', 'solution', 'fix', 'remedy'),
  ...named('checks', 'checks', 'check', 'checklist', 'criteria', 'acceptance', 'validations'),
};

function named(look: string, ...keys: readonly string[]): Record<string, string> {
  return Object.fromEntries(keys.map((key) => [key, look]));
}

/** Renders sections. @param texts - the rendered Markdown of each */
export function renderSections(
  sections: readonly AtomSection[],
  texts: readonly Pick<RenderedText, 'html'>[],
): Html {
  const used = new Set<string>();
  return html`${sections.map(({ key, title }, index) => {
    const text = texts[index]?.html;
    if (text === undefined || text.text === '') return html``;
    const look = Object.hasOwn(LOOKS, key) ? LOOKS[key] : undefined;
    const prose = html`<div class="prose">${text}</div>`;
    if (title === '') return html`<section class="part">${prose}</section>`;
    const id = claimId(key, index, used);
    return html`<section class="part${look !== undefined && ` ${look}`}" aria-labelledby="${id}"><h2 id="${id}" dir="auto">${title}</h2>${prose}</section>`;
  })}`;
}

function claimId(key: string, index: number, used: Set<string>): string {
  const name = `field-${key.toLowerCase().replaceAll(/[^a-z0-9]+/g, '-')}`;
  const id = used.has(name) ? `${name}-${index}` : name;
  used.add(id);
  return id;
}
