// Durations in options.
import { parseDuration, UsageError } from '@prime-registry/command-line';

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
