// Settings that are a number of requests in a time.
import { parseDuration } from '@prime-registry/command-line';
import type { Setting } from '../setting.ts';

/** The size of a token bucket in requests, and the time in which it fills, in seconds. */
export interface Rate {
  readonly requests: number;
  readonly windowS: number;
}

/** A rate, or no limit. */
export type RateLimit = Rate | 'off';

const MAX_REQUESTS = 1_000_000;
const MAX_WINDOW_MS = 86_400_000;

/** Such a setting. @param defaultText - as a user writes it */
export function rateSetting(name: string, summary: string, defaultText = 'off'): Setting<RateLimit> {
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
  if (windowMs === undefined || windowMs > MAX_WINDOW_MS || Number(requests) > MAX_REQUESTS) return undefined;
  return { requests: Number(requests), windowS: windowMs / 1000 };
}
