// Finds the files that a text can show and link: those of the tarball that it is in.
import { filesPagePath, picturesPath, RegistryError } from '@prime-registry/protocol';
import type { FileLinks } from '@prime-registry/web';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Needs } from '../route-deps.ts';
import { listPacked, type PackedNeeds, type PackedVersion } from './open-packed.ts';

/**
 * Relative links of Markdown and HTML; most texts have none, and their tarballs are not read. What a label may not have are
 * all characters behind which `^` matches: a search must not go on from each of them to the end of the text.
 */
const RELATIVE = /\]\(\s*<?(?![a-z][a-z0-9+.-]*:|[#)\s])|^ {0,3}\[[^\]\n\r\u2028\u2029]+\]:|<(?:a|img)\s/im;

/** Whether a text may have links or pictures of its own tarball. */
export function mayHaveFileLinks(text: string): boolean {
  return RELATIVE.test(text);
}

/**
 * The files of a version that is here, for a text in it.
 * @param folder - of the text; empty for the root
 * @returns undefined if the text has no relative links, or the tarball cannot be read now: the text is shown without
 *   its pictures then
 */
export async function findFileLinks(
  deps: Needs<PackedNeeds>,
  request: FastifyRequest,
  reply: FastifyReply,
  packed: PackedVersion,
  { text, folder }: { readonly text: string; readonly folder: string },
): Promise<FileLinks | undefined> {
  if (!mayHaveFileLinks(text)) return undefined;
  const { name, version } = packed;
  try {
    const list = await listPacked(deps, request, reply, packed);
    if (list === undefined) return undefined;
    return {
      folder,
      pictures: picturesPath(name.full, version.full),
      pages: filesPagePath(name.full, version.full),
      known: new Map(list.files.map(({ path, picture }) => [path, picture])),
    };
  } catch (error) {
    if (!(error instanceof RegistryError)) throw error;
    request.log.warn({ err: error }, 'a text is shown without its pictures');
    return undefined;
  }
}
