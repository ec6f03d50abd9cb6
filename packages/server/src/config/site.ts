// Settings of the look of the pages, and of the Primes that the registry recommends as skills.
import { parsePrimeName } from '@prime-registry/protocol/basics';
import { type Setting, SettingError } from './setting.ts';
import { fileSetting, listSetting, readList } from './setting-kinds.ts';
import { findLeastContrast, MIN_CONTRAST, type Theme } from './values/contrast.ts';
import { type Fields, readMappings } from './values/read-mappings.ts';

const MAX_NAME = 40;
const DEFAULT_NAME = 'prime-registry';

const SITE_NAME: Setting<string> = {
  name: 'site-name',
  summary: 'Name of the registry in the header, the titles and the previews of its pages',
  allowed: `1 to ${MAX_NAME} characters on one line`,
  default: DEFAULT_NAME,
  defaultText: DEFAULT_NAME,
  read(text) {
    const name = text.trim();
    // Neither control characters nor invisible ones.
    return name !== '' && [...name].length <= MAX_NAME && !/[\p{C}\p{Zl}\p{Zp}]/u.test(name)
      ? name
      : undefined;
  },
};

/** Two accents, of the light and the dark theme: `#rrggbb #rrggbb`; empty for those of the product. */
const SITE_COLOURS: Setting<string> = {
  name: 'site-colours',
  summary: 'Colours of links and buttons in the light and in the dark theme',
  allowed: "none, or two colours such as '#1a5a96 #8ab8f0'",
  default: '',
  defaultText: 'none',
  read(text) {
    if (text.trim() === 'none') return '';
    const colours = text
      .trim()
      .toLowerCase()
      .split(/[\s,]+/);
    if (colours.length !== 2 || !colours.every((colour) => /^#[0-9a-f]{6}$/.test(colour))) return undefined;
    for (const [index, theme] of (['light', 'dark'] as const).entries())
      requireContrast(theme, colours[index] ?? '');
    return colours.join(' ');
  },
};

/** @throws SettingError for a colour that cannot be read */
function requireContrast(theme: Theme, colour: string): void {
  const { background, ratio } = findLeastContrast(theme, colour);
  if (ratio >= MIN_CONTRAST) return;
  throw new SettingError(
    `${colour} is hard to read in the ${theme} theme: its contrast with ${background} is ${ratio.toFixed(2)}, ` +
      `and must be at least ${MIN_CONTRAST}; use a ${theme === 'light' ? 'darker' : 'lighter'} colour`,
  );
}

/** A link in the footer. */
export interface SiteLinkSetting {
  readonly text: string;
  readonly url: string;
}

const MAX_LINKS = 8;
const MAX_FEATURED = 20;

export const SITE_SETTINGS = {
  siteName: SITE_NAME,
  /** The path of a picture; empty for that of the product. */
  siteMark: fileSetting('an SVG or PNG of at most 64 KiB', {
    name: 'site-mark',
    summary:
      'File of the mark in the header and of the icon of the pages, an SVG or a PNG; none: a small graph',
  }),
  siteColours: SITE_COLOURS,
  siteLinks: listSetting<SiteLinkSetting>({
    name: 'site-links',
    summary: 'Links in the footer of the pages, such as to an imprint',
    allowed: `none, or a list of at most ${MAX_LINKS} mappings with text and url`,
    isStructured: true,
    read: (text) =>
      readMappings(text, {
        noun: 'link',
        keys: ['text', 'url'],
        example: 'text: Imprint and url: https://…',
        maxItems: MAX_LINKS,
        read: readLink,
      }),
  }),
  featuredSkills: listSetting<string>({
    name: 'featured-skills',
    summary:
      'Primes that the registry lists as skills for clients that install its skills without naming one',
    allowed: `none, or at most ${MAX_FEATURED} names such as @acme/web-style, separated by commas`,
    read(text) {
      const names = new Set(readList(text, (part) => (parsePrimeName(part).ok ? part : undefined)));
      return names.size > 0 && names.size <= MAX_FEATURED ? [...names] : undefined;
    },
  }),
};

function readLink({ text, url }: Fields, where: string): SiteLinkSetting {
  if (typeof text !== 'string' || text.trim() === '' || text.length > 60 || /[\p{C}\p{Zl}\p{Zp}]/u.test(text))
    throw new SettingError(`${where} needs a text of 1 to 60 characters on one line`);
  if (typeof url !== 'string' || !isAddress(url))
    throw new SettingError(
      `the url of ${where} must begin with https://, http:// or mailto:, or be a path such as /imprint`,
    );
  return { text: text.trim(), url };
}

function isAddress(url: string): boolean {
  if (!/^[\x21-\x7e]{1,1000}$/.test(url)) return false;
  if (/^\/(?![/\\])/.test(url)) return true;
  return /^(?:https?:\/\/|mailto:)/i.test(url) && URL.canParse(url);
}
