// Answers with a Prime, or one of its atoms, as a Markdown document.
import { DOCUMENT_FORM, type KnownPrime, writeAtomDocument, writeDocument } from '@prime-registry/knowledge';
import {
  atomPagePath,
  getValue,
  type PrimeName,
  parseVersion,
  primePagePath,
  RegistryError,
  type Version,
} from '@prime-registry/protocol';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { primeNotFound, versionNotFound } from '../../actions/not-found.ts';
import { inventoryKey } from '../../actions/read-atoms/inventory-key.ts';
import { inventoryNotFound } from '../../actions/read-atoms/inventory-not-found.ts';
import { holdMemory } from '../../http/admission/answer-memory.ts';
import { COMPRESSION_BYTES } from '../../http/responses/compress-chunks.ts';
import { chooseStreamEncoding } from '../../http/responses/compress-reads.ts';
import { entityTagOf, isNoneMatchFalse } from '../../http/responses/entity-tag.ts';
import { sendChecked } from '../../http/responses/send-page.ts';
import { sendText } from '../../http/responses/send-text.ts';
import type { Needs } from '../route-deps.ts';
import { readTextLevel } from './document-request.ts';

export type DocumentNeeds = 'store' | 'knowledge' | 'reading' | 'isPrivate';

export const MARKDOWN = 'text/markdown; charset=utf-8';

/** A document counts as one read for each of this many atoms. */
const ATOMS_OF_A_READ = 200;
/** The memory of a document: a batch of texts, the chunks made of it and their compression; and for each atom its facts and edges. */
const BATCH_BYTES = 1024 * 1024 + COMPRESSION_BYTES;
const ATOM_BYTES = 600;

/**
 * Sends the document of a version.
 * @param version - undefined for the latest
 * @throws RegistryError `invalid_query`, `prime_not_found`, `version_not_found`, `version_removed`,
 *   `version_removed_by_law`, `atoms_not_read`, `overloaded`, `upstream_unavailable`, `upstream_mismatch`
 */
export async function sendPrimeDocument(
  deps: Needs<DocumentNeeds>,
  request: FastifyRequest,
  reply: FastifyReply,
  { name, version }: { readonly name: PrimeName; readonly version: Version | undefined },
): Promise<unknown> {
  const { store, knowledge } = deps;
  const level = readTextLevel(request);
  const prime = await knowledge.findPrime(name.full, version?.full);
  if (prime === undefined)
    throw version === undefined ? primeNotFound(name) : await versionNotFound(store, name, version);
  const key = await readInventoryKey(deps, name, prime);
  const page = primePagePath(prime.name, prime.version);
  return streamDocument(deps, request, reply, {
    headers: headersOf(deps, { tag: tagOf([key, level, prime]), page, tokens: prime.tokens[level] }),
    reads: Math.ceil(prime.atomCount / ATOMS_OF_A_READ),
    sizeBytes: documentBytes(prime),
    pieces: writeDocument(knowledge, prime, { level }),
  });
}

/** A document that is written while it is sent. */
interface WrittenDocument {
  readonly headers: { readonly ETag: string } & Readonly<Record<string, string>>;
  /** What it counts as for the rate limit. */
  readonly reads: number;
  /** The memory that it takes while it is sent. */
  readonly sizeBytes: number;
  readonly pieces: AsyncIterable<string>;
}

/** Sends the document, or a 304 to a client that has it. @throws RegistryError `overloaded` */
export async function streamDocument(
  { reading, isPrivate }: Needs<'reading' | 'isPrivate'>,
  request: FastifyRequest,
  reply: FastifyReply,
  { headers: plain, reads, sizeBytes, pieces }: WrittenDocument,
): Promise<FastifyReply> {
  const { headers, encoding } = chooseStreamEncoding(request, reply, { headers: plain, isPrivate });
  if (isNoneMatchFalse(request.headers['if-none-match'], plain.ETag))
    return reply.code(304).headers(plain).send();
  reading.countReads(request, reply, Math.max(0, reads - 1));
  if (request.method === 'HEAD') return reply.headers(headers).type(MARKDOWN).send();
  holdMemory(reading.memory, request, reply, sizeBytes);
  const sent = { headers: { ...headers, 'Content-Type': MARKDOWN }, pieces, encoding, turns: reading.turns };
  await sendText(request, reply, sent);
  return reply;
}

/** The memory that a document takes while it is sent. */
export function documentBytes({ atomCount }: Pick<KnownPrime, 'atomCount'>): number {
  return BATCH_BYTES + atomCount * ATOM_BYTES;
}

/** Sends the document of an atom. @throws RegistryError as above, and `atom_not_found` */
export async function sendAtomDocument(
  deps: Needs<DocumentNeeds>,
  request: FastifyRequest,
  reply: FastifyReply,
  { name, version, id }: { readonly name: PrimeName; readonly version: Version; readonly id: string },
): Promise<unknown> {
  const level = readTextLevel(request);
  const found = await deps.knowledge.findAtom(id, { prime: name.full, wanted: version.full });
  if (found === undefined)
    throw new RegistryError('atom_not_found', { detail: `${name.full} ${version.full} has no atom ${id}.` });
  const { atom, prime, texts, edges } = found;
  const text = writeAtomDocument(atom, prime, { text: texts[level], edges, level });
  const page = atomPagePath(prime.name, prime.version, id);
  const headers = headersOf(deps, { tag: entityTagOf(text), page, tokens: atom.tokens[level] });
  reply.headers(headers).header('Content-Type', MARKDOWN);
  return sendChecked(reply, text, String(headers['Cache-Control']));
}

/** @throws RegistryError `atoms_not_read` */
async function readInventoryKey(
  { store }: Needs<'store'>,
  name: PrimeName,
  prime: KnownPrime,
): Promise<string> {
  const version = getValue(parseVersion(prime.version));
  const inventory = await store.findInventory(name.full, version);
  if (inventory === undefined) throw await inventoryNotFound(store, name, version);
  return inventoryKey(name.full, version, prime.sha256, inventory);
}

/** The tag of a document that is not written yet: of everything that it is made of. */
function tagOf([key, level, prime]: readonly [string, string, KnownPrime]): string {
  const { version, description, license, requires, yanked, deprecated = null } = prime;
  const parts = [DOCUMENT_FORM, key, level, version, description, license, requires, yanked, deprecated];
  return entityTagOf(JSON.stringify(parts));
}

function headersOf(
  { isPrivate }: Needs<'isPrivate'>,
  { tag, page, tokens }: { readonly tag: string; readonly page: string; readonly tokens: number },
): WrittenDocument['headers'] {
  return {
    ETag: tag,
    // A yank, a new latest version, or newer rules of reading change it.
    'Cache-Control': isPrivate ? 'private, no-cache' : 'no-cache',
    // Search engines show the page.
    Link: `<${page}>; rel="canonical"`,
    'X-Markdown-Tokens': String(tokens),
  };
}
