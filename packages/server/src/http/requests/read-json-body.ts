// Reads small JSON bodies.
import { parseJsonObject } from '@prime-registry/protocol';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { type HoldsToken, invalid, JsonBody } from './json-body.ts';
import { readTextBody } from './request-body.ts';

const MAX_BODY_BYTES = 16 * 1024;

/**
 * Reads the body of a request; an empty one has no fields.
 * @param example - a body that would be right, for the message
 * @throws RegistryError `invalid_request`, `body_too_large`
 */
export async function readJsonBody(
  request: FastifyRequest,
  reply: FastifyReply,
  { holdsToken, example }: { readonly holdsToken: HoldsToken; readonly example: string },
): Promise<JsonBody> {
  const text = await readTextBody(request, reply, MAX_BODY_BYTES);
  if (text === undefined) throw invalid([{ field: 'body', message: 'is not UTF-8' }]);
  const body = text.trim() === '' ? {} : parseJsonObject(text);
  if (body === undefined)
    throw invalid([{ field: 'body', message: `is not a JSON object such as ${example}` }]);
  return new JsonBody(body, holdsToken);
}
