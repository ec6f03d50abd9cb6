// Values of options and parameters, as operators write them.
import { type Flags, parseDuration, UsageError } from '@prime-registry/command-line';
import type { Parsed } from '@prime-registry/protocol/basics';

/** What was parsed. @throws UsageError that names the option, if it is one */
export function readParsed<T>(parsed: Parsed<T>, option?: string): T {
  if (parsed.ok) return parsed.value;
  throw new UsageError(option === undefined ? parsed.message : `${option}: ${parsed.message}`);
}

/** One of the known words. @throws UsageError */
export function readWord<Word extends string>(option: string, word: string, known: readonly Word[]): Word {
  const found = known.find((each) => each === word);
  if (found !== undefined) return found;
  throw new UsageError(`${option}: '${word}' is unknown; use one of ${known.join(', ')}`);
}

/** The values of an option that may be repeated; undefined if it is not given. */
export function listOf(value: Flags[string]): readonly string[] | undefined {
  return Array.isArray(value) ? value : undefined;
}

/**
 * Reads the value of an option, in milliseconds.
 * @param examples - of this option, such as `12h, 90d`
 * @throws UsageError
 */
export function readDuration(option: string, text: string, examples: string): number {
  const durationMs = parseDuration(text);
  if (durationMs !== undefined) return durationMs;
  throw new UsageError(`${option}: '${text}' is not a duration; use ${examples} or the like`);
}

// A day, a time in UTC, or one with an offset (RFC 3339).
const MOMENT = /^\d{4}-\d{2}-\d{2}(?:T\d{2}:\d{2}(?::\d{2}(?:\.\d{1,9})?)?(?:Z|[+-]\d{2}:\d{2}))?$/;

/** Parses a time, or a duration ago, into milliseconds since 1970. @throws UsageError that names the option */
export function readMoment(option: string, text: string, nowMs: number): number {
  const agoMs = parseDuration(text);
  if (agoMs !== undefined) return nowMs - agoMs;
  const timeMs = MOMENT.test(text) ? Date.parse(text) : Number.NaN;
  if (!Number.isNaN(timeMs)) return timeMs;
  throw new UsageError(
    `${option}: '${text}' is not a time; use a day such as 2026-11-21, a time such as 2026-11-21T09:30:00Z, or 24h for a day ago`,
  );
}
