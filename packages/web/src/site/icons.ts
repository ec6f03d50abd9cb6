// The icons of a registry.
import { drawTouchIcon, packIcon } from '../picture/mark-picture.ts';
import type { SiteSettings } from './site-settings.ts';

/** A picture with its type. */
export interface Picture {
  readonly contentType: string;
  readonly content: Uint8Array;
}

/** What browsers and phones ask for by name. */
export interface Icons {
  readonly icon: Picture;
  /** Undefined if the mark is an SVG, which phones do not show. */
  readonly touchIcon: Picture | undefined;
}

/** The accent of the icons, where the operator has chosen none. */
export const ACCENT = '#b8432d';

/** The media types of marks. */
export const TYPES = { svg: 'image/svg+xml', png: 'image/png' } as const;

/** Makes the icons: of the mark, or of the accent. */
export function makeIcons({ mark, colours }: SiteSettings): Icons {
  if (mark !== undefined) {
    const icon = { contentType: TYPES[mark.type], content: mark.content };
    return { icon, touchIcon: mark.type === 'png' ? icon : undefined };
  }
  const colour = colours?.light ?? ACCENT;
  return {
    icon: { contentType: 'image/x-icon', content: packIcon(colour) },
    touchIcon: { contentType: TYPES.png, content: drawTouchIcon(colour) },
  };
}
