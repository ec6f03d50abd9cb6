// `prime logout`: removes the stored token of a registry.
import type { Command } from '../../command.ts';
import { openCredentials } from '../../settings/credentials.ts';
import { getFirst, loadSettings, parseUrl } from '../../settings/load-settings.ts';

export interface LogoutResult {
  readonly registry: string;
  /** Whether a token was stored. */
  readonly forgotten: boolean;
}

export const logout: Command<LogoutResult> = {
  usage: {
    parameters: ['[url]'],
    details: [
      "Without a URL, uses the first configured registry. The token itself stays valid: 'prime token revoke' ends and forgets it, if the registry offers that; otherwise, an operator revokes it.",
    ],
    examples: ['logout', 'logout https://primes.example.com'],
  },

  async run(context, _flags, [url]) {
    const registry = url === undefined ? getFirst(await loadSettings(context)) : parseUrl('<url>', url);
    return { registry, forgotten: await openCredentials(context).forget(registry) };
  },

  view: ({ registry, forgotten }) =>
    forgotten ? `The token for ${registry} is forgotten.` : `There was no token for ${registry}.`,
};
