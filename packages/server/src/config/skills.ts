// Settings of the Primes that the registry recommends as skills.
import { parsePrimeName } from '@prime-registry/protocol/basics';
import type { Setting } from './setting.ts';

const MAX_FEATURED = 20;

export const FEATURED_SKILLS: Setting<readonly string[]> = {
  name: 'featured-skills',
  summary: 'Primes that the registry lists as skills for clients that install its skills without naming one',
  allowed: `none, or at most ${MAX_FEATURED} names such as @acme/web-style, separated by commas`,
  default: [],
  defaultText: 'none',
  read(text) {
    if (text.trim() === 'none') return [];
    const names = [...new Set(text.split(',').map((part) => part.trim()))];
    return names.length <= MAX_FEATURED && names.every((name) => parsePrimeName(name).ok) ? names : undefined;
  },
};
