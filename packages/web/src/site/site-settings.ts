// The operator's settings of the pages.

/** A link in the footer. */
export interface SiteLink {
  readonly text: string;
  /** An address with `https:`, `http:` or `mailto:`, or a path of the registry. */
  readonly url: string;
}

/** An accent for each theme, as `#rrggbb`. */
export interface SiteColours {
  readonly light: string;
  readonly dark: string;
}

/** The picture in the header. */
export interface SiteMark {
  readonly type: 'svg' | 'png';
  readonly content: Uint8Array;
}

export interface SiteSettings {
  readonly name: string;
  /** Undefined for the mark of the product. */
  readonly mark: SiteMark | undefined;
  readonly colours: SiteColours | undefined;
  readonly links: readonly SiteLink[];
  /** The public address without a slash at its end; empty if it is not known. */
  readonly publicUrl: string;
  /** Whether reads need a token: then search engines must stay away. */
  readonly isPrivate: boolean;
}

/** The name of a registry whose operator has chosen none. */
export const DEFAULT_NAME = 'prime-registry';

/** What an operator has who chooses nothing. */
export const DEFAULT_SITE: SiteSettings = {
  name: DEFAULT_NAME,
  mark: undefined,
  colours: undefined,
  links: [],
  publicUrl: '',
  isPrivate: false,
};
