// Primes as Agent Skills: a source of skills for the MCP Skills extension.
import { ResourceNotFoundError, type ServerContext } from '@modelcontextprotocol/server';
import type { SkillReadResult, SkillSource } from '@modelcontextprotocol/server/ext/skills';
import { type PrimeSkill, SKILL_MD, type SkillLibrary } from '@prime-registry/knowledge';
import { RegistryError } from '@prime-registry/protocol';
import { answering } from '../server/answering.ts';
import type { McpServerOptions } from '../server/mcp-server-options.ts';
import { describeSkill, type SkillEntry } from './skill-entry.ts';
import { filePathOf, parseSkillUri } from './skill-uri.ts';

export class PrimeSkills implements SkillSource {
  readonly #open: () => Promise<SkillLibrary>;
  readonly #onFailure: McpServerOptions['onFailure'];

  constructor(open: () => Promise<SkillLibrary>, onFailure: McpServerOptions['onFailure']) {
    this.#open = open;
    this.#onFailure = onFailure;
  }

  /** A page of skills, each the latest version of its Prime. One that cannot be described is left out. */
  async list(
    { cursor }: { readonly cursor?: string },
    { mcpReq: { signal } }: ServerContext,
  ): Promise<{ skills: SkillEntry[]; nextCursor?: string }> {
    return answering(this.#onFailure, signal, async () => {
      const library = await this.#open();
      const { primes, next } = await library.list(cursor, { signal });
      const skills: SkillEntry[] = [];
      for (const name of primes) {
        signal.throwIfAborted();
        const found = await library.findListed(name, { signal });
        const entry = found && (await describeSkill(found, undefined));
        if (entry !== undefined) skills.push(entry);
      }
      return { skills, ...(next !== undefined && { nextCursor: next }) };
    });
  }

  /** The entry of the skill whose SKILL.md has the URI, listed or not. */
  async get(uri: string, context: ServerContext): Promise<SkillEntry | undefined> {
    const wanted = await this.#find(uri, context);
    return wanted?.path === SKILL_MD ? describeSkill(wanted.found, wanted.version) : undefined;
  }

  /** A file of a skill: as text if it is UTF-8. */
  async read(uri: string, context: ServerContext): Promise<SkillReadResult | undefined> {
    const wanted = await this.#find(uri, context);
    const file = wanted?.found.skill.files.find(({ path }) => path === wanted.path);
    // A skill that is not described is not there.
    const isServed =
      wanted !== undefined && (await describeSkill(wanted.found, wanted.version)) !== undefined;
    if (file === undefined || !isServed) throw new ResourceNotFoundError(uri);
    const mimeType = file.path.endsWith('.md') ? 'text/markdown' : undefined;
    const text = decodeText(file.bytes);
    const content = text === undefined ? { bytes: file.bytes } : { text };
    return { ...content, ...(mimeType !== undefined && { mimeType }) };
  }

  async #find(
    uri: string,
    { mcpReq: { signal } }: ServerContext,
  ): Promise<{ found: PrimeSkill; version: string | undefined; path: string } | undefined> {
    const place = parseSkillUri(uri);
    if (place === undefined) return undefined;
    const found = await answering(this.#onFailure, signal, async () =>
      (await this.#open()).find(place.prime, place.version, { signal }).catch(ignoreAbsence),
    );
    // Another build of a version is the same one to a source. One URI for each bounds what is remembered of a skill.
    if (place.version !== undefined && found?.prime.version !== place.version) return undefined;
    const path = found && filePathOf(place, found.skill.name);
    return found && path !== undefined ? { found, version: place.version, path } : undefined;
  }
}

/** A Prime or version that does not exist is an absence, like an unknown URI. */
function ignoreAbsence(error: unknown): undefined {
  if (error instanceof RegistryError && ABSENT.includes(error.status)) return undefined;
  throw error;
}

const ABSENT = [404, 410, 451];

/** The text, if its bytes are its UTF-8: otherwise a client would compute another digest. */
function decodeText(bytes: Uint8Array): string | undefined {
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    return undefined;
  }
}
