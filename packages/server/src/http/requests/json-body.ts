// The optional JSON body of a yank.
import { isUtf8 } from 'node:buffer';
import {
  describeCharacter,
  findHiddenInText,
  MAX_YANK_REASON_LENGTH,
  RegistryError,
} from '@prime-registry/protocol';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { readBody } from './request-body.ts';

const MAX_BODY_BYTES = 16 * 1024;

/**
 * The reason in `{"reason": "…"}`; undefined without a body.
 * @throws RegistryError `invalid_request`, `body_too_large`
 */
export async function readYankReason(
  request: FastifyRequest,
  reply: FastifyReply,
  holdsToken: (text: string) => boolean,
): Promise<string | undefined> {
  const chunks: Buffer[] = [];
  for await (const chunk of readBody(request, reply, MAX_BODY_BYTES)) chunks.push(chunk);
  const bytes = Buffer.concat(chunks);
  if (!isUtf8(bytes)) throw invalid('body', 'is not UTF-8');
  const text = bytes.toString('utf8');
  if (text.trim() === '') return undefined;
  const body = parseObject(text);
  if (body === undefined)
    throw invalid('body', `is not a JSON object such as {"reason": "superseded by 1.1.0"}`);
  const { reason } = body;
  if (reason === undefined || reason === null) return undefined;
  if (typeof reason !== 'string') throw invalid('reason', 'is not a text');
  if ([...reason].length > MAX_YANK_REASON_LENGTH) {
    throw invalid('reason', `has more than ${MAX_YANK_REASON_LENGTH} characters`);
  }
  if (holdsToken(reason)) throw invalid('reason', 'contains an access token, which everybody could read');
  const hidden = findHiddenInText(reason);
  if (hidden !== undefined) {
    throw invalid('reason', `has the unprintable character ${describeCharacter(hidden)}; remove it`);
  }
  return reason.trim() === '' ? undefined : reason;
}

function parseObject(text: string): Record<string, unknown> | undefined {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null && !Array.isArray(value)
      ? (value as Record<string, unknown>)
      : undefined;
  } catch {
    return undefined;
  }
}

function invalid(field: string, message: string): RegistryError {
  return new RegistryError('invalid_request', {
    detail: `The body cannot be read. ${field}: ${message}.`,
    errors: [{ field, message }],
  });
}
