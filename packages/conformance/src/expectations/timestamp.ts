// `published_at` is an ISO 8601 timestamp in UTC. The contract allows all forms of the standard.
import type { Exchange, JsonObject } from '../http/exchange.ts';
import { fail } from './expect.ts';

const TIMESTAMP = /^(\d{4})(-?)(\d\d)\2(\d\d)T(\d\d)(:?)(\d\d)(?:\6(\d\d)(?:[.,]\d+)?)?(?:Z|\+00(?::?00)?)$/;

/** Whether the text is a calendar date and time of ISO 8601, extended or basic, with `Z` or a zero offset. */
export function isUtcTimestamp(text: string): boolean {
  return findMoment(text) !== undefined;
}

/** The time of a timestamp, to the second, in milliseconds since 1970; undefined if it is not one in UTC. */
export function findMoment(text: string): number | undefined {
  const match = TIMESTAMP.exec(text);
  if (match === null) return undefined;
  const [, year, , month, day, hour, , minute, second = '00'] = match;
  const moment = new Date(`${year}-${month}-${day}T${hour}:${minute}:${second === '60' ? '59' : second}Z`);
  // A date such as February 30 either does not parse or becomes another day.
  return moment.getUTCDate() === Number(day) ? moment.getTime() : undefined;
}

/** The first of some entries says since when there is what it says. */
export function expectSince(exchange: Exchange, [{ since } = {}]: readonly JsonObject[]): void {
  if (typeof since !== 'string' || !isUtcTimestamp(since))
    fail(exchange, 'since such as 2026-01-31T12:00:00Z');
}
