// Serves Primes as Agent Skills by the MCP Skills extension (SEP-2640, `io.modelcontextprotocol/skills`).
import type { McpServer } from '@modelcontextprotocol/server';
import { SkillsExtension } from '@modelcontextprotocol/server/ext/skills';
import type { McpServerOptions } from '../server/mcp-server-options.ts';
import { PrimeSkills } from './prime-skills.ts';

/** How long a list and the latest version of a skill may be reused, in milliseconds. */
const TTL_MS = 60_000;

/**
 * Adds the skills of a library, if there is one: `skills/list`, `skills/get` and the resources `skill://…`. Call it before
 * the server is connected.
 */
export function attachSkills(
  server: McpServer,
  { skills, isPrivate, onFailure }: Pick<McpServerOptions, 'skills' | 'isPrivate' | 'onFailure'>,
): void {
  if (skills === undefined) return;
  new SkillsExtension({
    source: new PrimeSkills(typeof skills === 'function' ? skills : async () => skills, onFailure),
    cacheHint: { ttlMs: TTL_MS, cacheScope: isPrivate ? 'private' : 'public' },
    onWarning: () => {},
  }).attach(server);
}
