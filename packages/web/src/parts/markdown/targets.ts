// Where links and pictures of a text lead: to other sites, to its own headings, and to files next to it. Nothing else
// has a target.
import { escapeText } from '../html.ts';
import { type FileLinks, type PictureSize, type Rendering, slugOf } from './rendering.ts';

/** Attributes of a link: its target learns nothing, and gains no rank. */
const REL = 'rel="nofollow noopener noreferrer"';

/** The attributes of a link as HTML; undefined if it leads nowhere. */
export function linkAttributes(href: string, rendering: Rendering): string | undefined {
  const target = findTarget(href, rendering);
  return target === undefined ? undefined : `href="${target}" ${REL}`;
}

/** Escaped. */
function findTarget(href: string, { idPrefix, files }: Rendering): string | undefined {
  if (isAbsolute(href)) return escapeText(href);
  if (href.startsWith('#'))
    return href.length > 1 ? `#${escapeText(idPrefix + slugOf(decode(href.slice(1)) ?? ''))}` : undefined;
  const path = files && findFile(href, files);
  if (files === undefined || path === undefined) return undefined;
  return `${files.known.get(path) === undefined ? files.pages : files.pictures}/${escapePath(path)}`;
}

/** A picture of a text, as its author wrote it. */
interface GivenPicture {
  readonly src: string;
  readonly alt: string;
  /** In pixels. */
  readonly width?: number | undefined;
  readonly height?: number | undefined;
}

/**
 * A picture of the tarball. Loading one from elsewhere would tell its host who reads what, so it becomes a link, or
 * a text within another link.
 */
export function renderPicture(given: GivenPicture, rendering: Rendering, isInLink: boolean): string {
  const { files } = rendering;
  const path = files && findFile(given.src, files);
  const size = path === undefined ? undefined : files?.known.get(path);
  const alt = escapeText(given.alt.trim());
  if (files !== undefined && path !== undefined && size !== undefined) {
    const { width, height } = fitSize(size, given);
    return `<img src="${files.pictures}/${escapePath(path)}" alt="${alt}" width="${width}" height="${height}" loading="lazy" decoding="async">`;
  }
  const label = alt || 'picture';
  const link = isInLink || given.src.startsWith('#') ? undefined : linkAttributes(given.src, rendering);
  return link === undefined ? `<span class="image">${label}</span>` : `<a class="image" ${link}>${label}</a>`;
}

/** The size at which a picture is shown: with one side given, the other one follows. */
function fitSize(own: PictureSize, { width, height }: Pick<GivenPicture, 'width' | 'height'>): PictureSize {
  if (width !== undefined) return { width, height: height ?? scale(own.height, width / own.width) };
  return height === undefined ? own : { width: scale(own.width, height / own.height), height };
}

function scale(side: number, factor: number): number {
  return Math.max(1, Math.round(side * factor));
}

function isAbsolute(href: string): boolean {
  return /^(https?:\/\/|mailto:)/i.test(href);
}

/** The path of a file that there is. A slash at the beginning is the root of the tarball, as on forges. */
function findFile(href: string, { folder, known }: FileLinks): string | undefined {
  if (/^(?:[a-z][a-z0-9+.-]*:|\/\/)/i.test(href)) return undefined;
  const written = decode(href.replace(/[?#].*$/s, ''));
  if (written === undefined || written === '' || written.includes('\\')) return undefined;
  const parts = written.startsWith('/') || folder === '' ? [] : folder.split('/');
  for (const part of written.split('/')) {
    if (part === '..') {
      if (parts.pop() === undefined) return undefined;
    } else if (part !== '' && part !== '.') parts.push(part);
  }
  const path = parts.join('/');
  return known.has(path) ? path : undefined;
}

function decode(text: string): string | undefined {
  try {
    return decodeURIComponent(text);
  } catch {
    return undefined;
  }
}

function escapePath(path: string): string {
  return escapeText(path.split('/').map(encodeURIComponent).join('/'));
}
