// Serves Primes as Agent Skills by the MCP Skills extension (SEP-2640, `io.modelcontextprotocol/skills`).
import type { McpServer } from '@modelcontextprotocol/server';
import { SkillsExtension } from '@modelcontextprotocol/server/ext/skills';
import type { SkillLibrary } from '@prime-registry/knowledge';
import { PrimeSkills } from './prime-skills.ts';

/** How long a list and the latest version of a skill may be reused, in milliseconds. */
const TTL_MS = 60_000;

/** One for each library: a server is made for each request. */
const extensions = new WeakMap<SkillLibrary, SkillsExtension>();

/**
 * Adds the skills of a library to a server: `skills/list`, `skills/get` and the resources `skill://…`. Call it before the
 * server is connected.
 * @param options.isPrivate - whether shared caches must not keep the answers
 */
export function attachSkills(
  server: McpServer,
  library: SkillLibrary,
  { isPrivate }: { readonly isPrivate: boolean },
): void {
  const extension = extensions.get(library) ?? createExtension(library, isPrivate);
  extensions.set(library, extension);
  extension.attach(server);
}

function createExtension(library: SkillLibrary, isPrivate: boolean): SkillsExtension {
  return new SkillsExtension({
    source: new PrimeSkills(library),
    cacheHint: { ttlMs: TTL_MS, cacheScope: isPrivate ? 'private' : 'public' },
    onWarning: () => {},
  });
}
