// What a manifest says for people: tags, where a Prime is developed, by whom, and what it is made from.
import { browsePath, type ManifestAbout, type SourceWork } from '@prime-registry/protocol';
import { type Fact, MAX_FACT_ITEMS } from '../fact.ts';
import { type Html, html } from '../html.ts';
import { outsideLink } from '../outside-link.ts';

/** The facts, those that the manifest gives. */
export function listManifestFacts(about: ManifestAbout): Fact[] {
  const { tags, homepage, repository, maintainers, sources } = about;
  const facts: Fact[] = [];
  const add = (term: string, value: Html): void => void facts.push({ term, value, isWhole: true });
  if (homepage !== undefined && homepage !== repository) add('Homepage', outsideLink(homepage));
  if (repository !== undefined) add('Repository', outsideLink(repository));
  if (maintainers.length > 0) {
    const names = maintainers.map(({ name, url }) =>
      url === undefined ? html`${name}` : outsideLink(url, name),
    );
    add(maintainers.length === 1 ? 'Maintainer' : 'Maintainers', joinSome(names));
  }
  if (sources.length > 0)
    add(
      'Made from',
      html`<ul class="plain-list">${some(sources).map((source) => html`<li>${renderSource(source)}</li>`)}</ul>${andMore(sources)}`,
    );
  if (tags.length > 0)
    add(
      'Tags',
      html`<ul class="tags">${some(tags).map((tag) => html`<li><a href="${browsePath({ tag })}">${tag}</a></li>`)}</ul>${andMore(tags)}`,
    );
  return facts;
}

function renderSource({ title, url, license }: SourceWork): Html {
  return html`${url === undefined ? title : outsideLink(url, title)}${license !== undefined && html` <span class="faint">${license}</span>`}`;
}

function joinSome(items: readonly Html[]): Html {
  return html`${some(items).map((item, index) => html`${index > 0 && ', '}${item}`)}${andMore(items)}`;
}

function some<Item>(items: readonly Item[]): readonly Item[] {
  return items.slice(0, MAX_FACT_ITEMS);
}

function andMore(items: readonly unknown[]): Html | false {
  const more = items.length - MAX_FACT_ITEMS;
  return more > 0 && html` <span class="faint">and ${more} more</span>`;
}
