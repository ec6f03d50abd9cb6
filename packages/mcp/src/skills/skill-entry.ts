// A skill as the MCP Skills extension lists it (SEP-2640): the frontmatter, and every file with digest and size.
import { SkillCatalogError, skillEntry } from '@modelcontextprotocol/server/ext/skills';
import type { PrimeSkill, Skill } from '@prime-registry/knowledge';
import { decodePart, skillRoot } from './skill-uri.ts';

/** An entry of `skills/list`. */
export type SkillEntry = Awaited<ReturnType<typeof skillEntry>>;

/** Digests of the skills that are in memory, by root: one for its version, one for the latest. */
const described = new WeakMap<Skill, Map<string, Promise<SkillEntry | undefined>>>();

/**
 * The entry of a skill; undefined if it breaks a rule of the extension or has a file that is too large to send, which only
 * a Prime with its own SKILL.md can do.
 * @param version - in its URIs; undefined for the latest
 */
export function describeSkill(
  found: PrimeSkill,
  version: string | undefined,
): Promise<SkillEntry | undefined> {
  const { skill } = found;
  const root = skillRoot(found, version);
  const entries = described.get(skill) ?? new Map<string, Promise<SkillEntry | undefined>>();
  described.set(skill, entries);
  const entry = entries.get(root) ?? makeEntry(skill, root);
  entries.set(root, entry);
  // A failure is not kept.
  entry.catch(() => entries.delete(root));
  return entry;
}

/** Largest file that is sent in one answer, in bytes. */
const MAX_FILE_BYTES = 2 * 1024 * 1024;

async function makeEntry({ files }: Skill, root: string): Promise<SkillEntry | undefined> {
  if (files.some(({ bytes }) => bytes.length > MAX_FILE_BYTES)) return undefined;
  const path = root
    .slice(root.indexOf('://') + 3)
    .split('/')
    .map(decodePart)
    .join('/');
  try {
    return await skillEntry(path, Object.fromEntries(files.map((file) => [file.path, file.bytes])));
  } catch (error) {
    if (SkillCatalogError.isInstance(error)) return undefined;
    throw error;
  }
}
