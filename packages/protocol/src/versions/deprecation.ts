// The range of a deprecation, which does not depend on a list and is cheap to compare with, and a deprecated Prime as its
// own successor: later versions can succeed earlier ones, but not versions that are deprecated themselves.
import type { DeprecateEntry } from '../log-entries/log-entry.ts';
import { accept, type Parsed, reject } from '../parsed.ts';
import { quote } from '../text/quote.ts';
import { isRangeWithin } from './covered-versions.ts';
import { parseRange } from './version-range.ts';

/** Each costs time whenever the range is parsed: with the publishes of the Prime, and with its manifests. */
const MAX_ALTERNATIVES = 16;

/** Parses the range of a deprecation. @returns its text, with single spaces */
export function parseDeprecatedRange(text: string): Parsed<string> {
  if (text.split('||').length > MAX_ALTERNATIVES)
    return reject(`has more than ${MAX_ALTERNATIVES} alternatives; use a wider range`);
  const range = parseRange(text);
  if (!range.ok) return range;
  const { kind, text: normalized } = range.value;
  if (kind === 'exact' || kind === 'range') return accept(normalized);
  return reject(
    `${quote(normalized)} is no range of versions; use one such as '<2.0.0', or leave it out for all`,
  );
}

/** A deprecation, as far as its successor is concerned. Its range is valid, in npm's notation, or a version. */
export type Succeeded = Pick<DeprecateEntry, 'name' | 'range' | 'successor'>;

const ALL_VERSIONS = '*';

/**
 * What is wrong with a successor that leads back to the deprecated versions, in words that follow its name; undefined if
 * nothing is. The same name in another registry is another Prime.
 * @param baseUrl - of the registry that has the deprecated versions, if it is known
 */
export function findSuccessorCircle(
  { name, range, successor }: Succeeded,
  baseUrl?: string,
): string | undefined {
  if (successor?.name !== name) return undefined;
  if (successor.registry !== undefined && successor.registry !== baseUrl) return undefined;
  if (!isRangeWithin(widest(successor.range), range)) return undefined;
  const which = range === ALL_VERSIONS ? 'all its versions' : `the versions ${range}`;
  return `is the Prime itself, of which ${which} are deprecated; name another Prime, or versions that stay, such as ${name}@^2 for a deprecation of <2.0.0`;
}

/** The versions that a range may mean: the latest version and channels move. */
function widest(range = ALL_VERSIONS): string {
  const parsed = parseRange(range);
  if (!parsed.ok) return ALL_VERSIONS;
  const { kind, text } = parsed.value;
  return kind === 'exact' || kind === 'range' ? text : ALL_VERSIONS;
}
