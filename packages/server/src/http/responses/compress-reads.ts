// Compresses answers to reads for clients that accept it.
import { ROUTES } from '@prime-registry/protocol';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { chooseEncoding, type Encoding } from '../requests/accepted-encoding.ts';
import { isOfTheLog } from '../response-cache/hot-request.ts';
import { CompressedBodies, MAX_COMPRESSED_BYTES, MIN_COMPRESSED_BYTES } from './compress-body.ts';
import { entityTagOf } from './entity-tag.ts';
import { varyBy } from './vary.ts';

/** Types of texts; pictures and archives are compressed already. */
const COMPRESSIBLE = /^(?:text\/|application\/(?:[a-z0-9.-]+\+)?(?:json|xml)\b|image\/(?:svg\+xml|x-icon)\b)/;

/** Compresses a body and sets the headers for that, or returns it as it is. */
export type CompressRead = (
  request: FastifyRequest,
  reply: FastifyReply,
  payload: unknown,
) => Promise<unknown>;

/**
 * Creates it; also a hook on answers about to be sent, behind those that set entity tags. An answer that is compressed
 * has a weak tag (RFC 9110, section 8.8.1): its bytes differ with the encoding. Not compressed are:
 *
 * - answers to anything but reads, and those that no cache may store: both may contain a new token;
 * - answers of a private registry to a request with a query, which they repeat: their length would tell someone who
 *   watches the connection what else is in them (BREACH);
 * - answers with a digest of their bytes, and those of the log: hashes do not become smaller. Proofs of many versions do, to a
 *   fifth, as they have most hashes in common;
 * - answers while too many others are being compressed.
 *
 * @param isPrivate - whether reads need a token
 */
export function createCompression({ isPrivate }: { readonly isPrivate: boolean }): CompressRead {
  const bodies = new CompressedBodies();
  return async (request, reply, payload) => {
    const { 'accept-encoding': acceptEncoding } = request.headers;
    if (reply.statusCode === 304) tagUnchanged(reply, acceptEncoding);
    if (!isText(payload) || !isWorthIt(payload)) return payload;
    if (!isCompressible(request, reply) || mayRepeatAQuestion(request, isPrivate)) return payload;
    varyBy(reply, 'Accept-Encoding');
    const encoding = chooseEncoding(acceptEncoding);
    if (encoding === 'identity') return payload;
    const tag = reply.getHeader('ETag');
    const plain = {
      body: payload,
      tag: typeof tag === 'string' ? tag : entityTagOf(payload),
      isOwn: request.routeOptions.url === ROUTES.asset,
    };
    const compressed = await bodies.compress(plain, encoding);
    if (compressed === undefined) return payload;
    reply.header('Content-Encoding', encoding).removeHeader('Content-Length');
    if (typeof tag === 'string') reply.header('ETag', weakTag(tag));
    return compressed;
  };
}

/**
 * Says that an answer depends on what the client accepts, also for a 304: {@link createCompression} no longer sees the
 * body then.
 */
export function varyByEncoding(reply: FastifyReply, body: string): void {
  if (isWorthIt(body)) varyBy(reply, 'Accept-Encoding');
}

/** Headers of an answer that is written while it is sent, and how its body is compressed. */
export interface StreamedAnswer {
  readonly encoding: Encoding;
  /** With a weak tag and the encoding, if it is compressed. */
  readonly headers: Readonly<Record<string, string>>;
}

/**
 * Chooses how an answer is compressed that is written while it is sent, by the rules of {@link createCompression}; its
 * length is not known, so that it is compressed in any case. Sets what it varies by, also for a 304.
 */
export function chooseStreamEncoding(
  request: FastifyRequest,
  reply: FastifyReply,
  { headers, isPrivate }: { readonly headers: StreamedAnswer['headers']; readonly isPrivate: boolean },
): StreamedAnswer {
  if (mayRepeatAQuestion(request, isPrivate)) return { encoding: 'identity', headers };
  varyBy(reply, 'Accept-Encoding');
  const encoding = chooseEncoding(request.headers['accept-encoding']);
  if (encoding === 'identity') return { encoding, headers };
  const tag = headers.ETag !== undefined && { ETag: weakTag(headers.ETag) };
  return { encoding, headers: { ...headers, ...tag, 'Content-Encoding': encoding } };
}

/** Whether it is a question to a private registry, which the answer may repeat. */
function mayRepeatAQuestion({ raw: { url = '' } }: FastifyRequest, isPrivate: boolean): boolean {
  return isPrivate && url.includes('?');
}

/** A 304 has the tag that the whole answer would have: a cache finds by it what it has (RFC 9111, section 4.3.4). */
function tagUnchanged(reply: FastifyReply, acceptEncoding: string | undefined): void {
  const tag = reply.getHeader('ETag');
  if (typeof tag !== 'string' || !String(reply.getHeader('Vary')).includes('Accept-Encoding')) return;
  if (chooseEncoding(acceptEncoding) !== 'identity') reply.header('ETag', weakTag(tag));
}

function weakTag(tag: string): string {
  return tag.startsWith('W/') ? tag : `W/${tag}`;
}

function isText(payload: unknown): payload is string | Uint8Array {
  return typeof payload === 'string' || payload instanceof Uint8Array;
}

function isWorthIt({ length }: string | Uint8Array): boolean {
  return length >= MIN_COMPRESSED_BYTES && length <= MAX_COMPRESSED_BYTES;
}

function isAllHashes(url: string): boolean {
  return isOfTheLog(url) && !url.startsWith(`${ROUTES.logProofs}?`);
}

function isCompressible({ method, raw: { url = '' } }: FastifyRequest, reply: FastifyReply): boolean {
  if ((method !== 'GET' && method !== 'HEAD') || reply.statusCode !== 200 || isAllHashes(url)) return false;
  if (reply.hasHeader('Content-Encoding') || reply.hasHeader('Repr-Digest')) return false;
  if (String(reply.getHeader('Cache-Control')).includes('no-store')) return false;
  return COMPRESSIBLE.test(String(reply.getHeader('Content-Type')));
}
