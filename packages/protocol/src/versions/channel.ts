// Names of channels. A channel names one version of a Prime, such as `beta`, and moves: `@acme/x@beta`.
import { accept, type Parsed, reject } from '../parsed.ts';
import { quote } from '../text/quote.ts';

/** Longest name of a channel, in characters. */
export const MAX_CHANNEL_LENGTH = 32;

const CHANNEL = /^[a-z](?:[a-z0-9-]{0,30}[a-z0-9])$/;

/** Words that mean something else: `latest` has its own rule, and `v1`, `x` or `rc1.x` read like versions. */
const RESERVED = /^(?:latest|all|any|none|v\d.*)$/;

/** Parses the name of a channel. None is a version or a range. */
export function parseChannel(text: string): Parsed<string> {
  if (text === 'latest') {
    return reject(
      "'latest' is the highest stable version by rule, and cannot be set; use another word, such as 'stable'",
    );
  }
  if (CHANNEL.test(text) && !RESERVED.test(text)) return accept(text);
  return reject(
    `${quote(text)} cannot be a channel; use a word of 2 to ${MAX_CHANNEL_LENGTH} lower-case letters, digits and '-' that begins with a letter and does not look like a version, such as 'beta'`,
  );
}
