// Sends sitemaps. A short one has an entity tag. A long one is written while it is sent: fifty thousand entries at once held the
// thread for a third of a second, and took hundreds of megabytes.
import { ownTurn } from '@prime-registry/concurrency';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { holdMemory } from '../../../http/admission/answer-memory.ts';
import { COMPRESSION_BYTES } from '../../../http/responses/compress-chunks.ts';
import { chooseStreamEncoding } from '../../../http/responses/compress-reads.ts';
import { sendChecked } from '../../../http/responses/send-page.ts';
import { sendText } from '../../../http/responses/send-text.ts';
import type { Needs } from '../../route-deps.ts';

/** In seconds: search engines do not need to know sooner. */
const MAX_AGE_S = 3600;
export const CACHED = `public, max-age=${MAX_AGE_S}`;

const XML = 'application/xml; charset=utf-8';
/** Entries that are read and written at once: some milliseconds of work. */
export const SHORT_SITEMAP = 500;
/** What the pieces that are being sent take, and their compression. */
const LONG_BYTES = 1024 * 1024 + COMPRESSION_BYTES;

/** Sends one that has no more entries than a short one. */
export function sendShortSitemap(reply: FastifyReply, xml: string): FastifyReply {
  return sendChecked(reply.type(XML), xml, CACHED);
}

export async function sendLongSitemap(
  { reading }: Needs<'reading'>,
  request: FastifyRequest,
  reply: FastifyReply,
  pieces: AsyncIterable<string> | Iterable<string>,
): Promise<FastifyReply> {
  // Private registries have no sitemaps.
  const { headers, encoding } = chooseStreamEncoding(request, reply, {
    headers: { 'Content-Type': XML, 'Cache-Control': CACHED },
    isPrivate: false,
  });
  if (request.method === 'HEAD') return reply.headers(headers).send();
  holdMemory(reading.memory, request, reply, LONG_BYTES);
  await sendText(request, reply, { headers, pieces: withTurns(pieces), encoding, turns: reading.turns });
  return reply;
}

async function* withTurns(pieces: AsyncIterable<string> | Iterable<string>): AsyncGenerator<string> {
  for await (const piece of pieces) {
    yield piece;
    await ownTurn();
  }
}
