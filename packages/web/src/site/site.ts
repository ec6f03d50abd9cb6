// The pages of one registry: its name, mark, colours and links in the frame of every page, and its address where pages
// must name it.
import { hash } from 'node:crypto';
import { ASSETS, type Asset, findAsset } from '../assets.ts';
import { escapeText, type Html, html } from '../parts/html.ts';
import { ACCENT, type Icons, makeIcons, TYPES } from './icons.ts';
import { canonicalPathOf, isIndexed, renderRobots } from './search-engines.ts';
import type { SiteColours, SiteSettings } from './site-settings.ts';
import { FILES, HEAD, LINKS, MARK, NAME } from './slots.ts';

const GRAPH = html`<svg viewBox="0 0 24 24" aria-hidden="true"><path d="M6 18 11 6l8 7L6 18" fill="none" stroke="currentColor" stroke-width="1.600"/><g fill="currentColor"><circle cx="11" cy="6" r="4"/><circle cx="19" cy="13" r="2.600"/><circle cx="6" cy="18" r="3.200"/></g></svg>`;

export class Site {
  readonly settings: SiteSettings;
  /** The robots.txt. */
  readonly robots: string;
  readonly #assets = new Map<string, Asset>();
  readonly #files: string;
  readonly #mark: Html;
  readonly #links: string;
  #icons: Icons | undefined;

  constructor(settings: SiteSettings) {
    this.settings = settings;
    this.robots = renderRobots(settings);
    const { mark, colours } = settings;
    const style = colours === undefined ? ASSETS.style : this.#addStyle(colours);
    const icon = this.#addIcon();
    this.#mark = mark === undefined ? GRAPH : html`<img src="${icon.path}" alt="" width="24" height="24">`;
    this.#files = html`<link rel="stylesheet" href="${style}">
<link rel="icon" type="${icon.type}" href="${icon.path}">${mark?.type !== 'svg' && html`\n<link rel="apple-touch-icon" href="/apple-touch-icon.png">`}`.text;
    this.#links = html`${settings.links.map(({ text, url }) => html` <a href="${url}">${text}</a>`)}`.text;
  }

  /** The page as it is sent. @param path - of the request, without its query */
  frame(page: string, path: string): string {
    const mainAt = page.indexOf('<main ');
    const endAt = page.lastIndexOf('</main>');
    if (mainAt === -1 || endAt === -1) return page;
    const head = page
      .slice(0, mainAt)
      .replace(HEAD, (_, canonical: string, picture: string, robots: string) =>
        this.#describe({ canonical: canonical || escapeText(canonicalPathOf(path)), picture, robots, path }),
      )
      .replace(FILES.text, () => this.#files)
      .replace(MARK.text, () => this.#mark.text)
      .replaceAll(NAME.text, () => escapeText(this.settings.name));
    const foot = page.slice(endAt).replace(LINKS.text, () => this.#links);
    return head + page.slice(mainAt, endAt) + foot;
  }

  /** A file that only this registry has. */
  findAsset(file: string): Asset | undefined {
    return this.#assets.get(file) ?? findAsset(file);
  }

  /** The icon for browsers that ask for /favicon.ico, and for home screens. */
  get icons(): Icons {
    this.#icons ??= makeIcons(this.settings);
    return this.#icons;
  }

  /** Escaped texts come in, lines of the head go out. */
  #describe(facts: Readonly<Record<'canonical' | 'picture' | 'robots' | 'path', string>>): string {
    const { publicUrl, isPrivate } = this.settings;
    const address = escapeText(publicUrl);
    if (facts.robots !== '' || isPrivate || !isIndexed(facts.path))
      return '<meta name="robots" content="noindex">';
    const lines = [`<link rel="canonical" href="${address}${facts.canonical}">`];
    // Previews need whole addresses.
    if (publicUrl !== '') {
      lines.push(`<meta property="og:url" content="${address}${facts.canonical}">`);
      if (facts.picture !== '') {
        lines.push(`<meta property="og:image" content="${address}${facts.picture}">`);
        lines.push('<meta property="og:image:width" content="1200">');
        lines.push('<meta property="og:image:height" content="630">');
        lines.push('<meta name="twitter:card" content="summary_large_image">');
      }
    }
    return lines.join('\n');
  }

  #addStyle({ light, dark }: SiteColours): string {
    const base = findAsset(fileOf(ASSETS.style))?.content ?? '';
    const rule = (colour: string): string => `:root{--accent:${colour}}`;
    const own = `${rule(light)}@media (prefers-color-scheme:dark){${rule(dark)}}\n`;
    return this.#add('style', 'css', { contentType: 'text/css; charset=utf-8', content: base + own });
  }

  #addIcon(): { readonly path: string; readonly type: string } {
    const { mark, colours } = this.settings;
    if (mark !== undefined) {
      const type = TYPES[mark.type];
      return { path: this.#add('mark', mark.type, { contentType: type, content: mark.content }), type };
    }
    const type = TYPES.svg;
    if (colours === undefined) return { path: ASSETS.icon, type };
    const content = String(findAsset(fileOf(ASSETS.icon))?.content).replaceAll(ACCENT, colours.light);
    return { path: this.#add('icon', 'svg', { contentType: type, content }), type };
  }

  #add(name: string, suffix: string, asset: Asset): string {
    const file = `${name}-${hash('sha256', asset.content).slice(0, 12)}.${suffix}`;
    this.#assets.set(file, asset);
    return `/-/assets/${file}`;
  }
}

function fileOf(path: string): string {
  return path.slice(path.lastIndexOf('/') + 1);
}
