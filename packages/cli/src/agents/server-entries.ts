// Parts of entries that several agents share.
import type { HttpServer, ServerEntry } from './agent.ts';

/** The entry of a command in most agents. */
export function spawn(args: readonly string[]): ServerEntry {
  return { command: 'prime', args };
}

/** What most agents have in common. */
export const USUAL = { format: 'json', list: 'mcpServers', stdio: spawn } as const;

/** The header with the token, if one is needed. @param refer - how the agent writes an environment variable */
export function bearer({ tokenVariable }: HttpServer, refer: (variable: string) => string): ServerEntry {
  return tokenVariable === undefined ? {} : { headers: { Authorization: `Bearer ${refer(tokenVariable)}` } };
}
