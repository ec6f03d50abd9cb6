// Parses times as operators write them: a day, a time, or a duration ago.
import { parseDuration, UsageError } from '@prime-registry/command-line';

// A day, a time in UTC, or one with an offset (RFC 3339).
const MOMENT = /^\d{4}-\d{2}-\d{2}(?:T\d{2}:\d{2}(?::\d{2}(?:\.\d{1,9})?)?(?:Z|[+-]\d{2}:\d{2}))?$/;

/** Parses a time into milliseconds since 1970. @throws UsageError that names the option */
export function readMoment(option: string, text: string, nowMs: number): number {
  const agoMs = parseDuration(text);
  if (agoMs !== undefined) return nowMs - agoMs;
  const timeMs = MOMENT.test(text) ? Date.parse(text) : Number.NaN;
  if (!Number.isNaN(timeMs)) return timeMs;
  throw new UsageError(
    `${option}: '${text}' is not a time; use a day such as 2026-11-21, a time such as 2026-11-21T09:30:00Z, or 24h for a day ago`,
  );
}
