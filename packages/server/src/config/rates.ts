// How often somebody may ask for what.
import { parseDuration } from '@prime-registry/command-line';
import type { Setting } from './setting.ts';

/** So many requests in so many seconds: all of them at once, or one after the other. */
export interface Rate {
  readonly requests: number;
  readonly windowS: number;
}

/** A rate, or no limit. */
export type RateLimit = Rate | 'off';

const MOST_REQUESTS = 1_000_000;
const MOST_MS = 86_400_000;

function rateSetting(name: string, summary: string, defaultText: string): Setting<RateLimit> {
  return {
    name,
    summary,
    allowed: 'off, or requests in a time from 1s to 1d, such as 10/1s, 60/1m or 1000/1h',
    default: readRate(defaultText) ?? 'off',
    defaultText,
    read: readRate,
  };
}

function readRate(text: string): RateLimit | undefined {
  if (text === 'off') return text;
  const [, requests = '', time = ''] = /^([1-9][0-9]{0,6})\/([0-9]+(?:s|m|h|d))$/.exec(text) ?? [];
  const windowMs = parseDuration(time);
  if (windowMs === undefined || windowMs > MOST_MS || Number(requests) > MOST_REQUESTS) return undefined;
  return { requests: Number(requests), windowS: windowMs / 1000 };
}

export const PUBLISH_RATE: Setting<RateLimit> = rateSetting(
  'publish-rate',
  'Publishes that one token may ask for',
  'off',
);

export const YANK_RATE: Setting<RateLimit> = rateSetting(
  'yank-rate',
  'Yanks that one token may ask for',
  'off',
);

export const READ_RATE: Setting<RateLimit> = rateSetting(
  'read-rate',
  'Reads that one address may ask for, or one token where reading needs one',
  'off',
);

export const FAILED_AUTH_RATE: Setting<RateLimit> = rateSetting(
  'failed-auth-rate',
  'Bad tokens that one address may try',
  '30/1m',
);
