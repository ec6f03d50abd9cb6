// Forms in the body of a request, `application/x-www-form-urlencoded`, as OAuth has them (RFC 6749, section 3.2 and
// appendix B). Their values may be secrets: no message repeats one.
import { type FieldProblem, quote, RegistryError } from '@prime-registry/protocol';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { readTextBody } from './request-body.ts';

const FORM_TYPE = 'application/x-www-form-urlencoded';
const MAX_FIELDS = 32;

/** The fields of a form. An empty one is as if it were not there. */
export class UrlEncodedForm {
  readonly #fields: ReadonlyMap<string, readonly string[]>;

  constructor(fields: ReadonlyMap<string, readonly string[]>) {
    this.#fields = fields;
  }

  /** @throws RegistryError `invalid_request` if it is there more than once */
  find(name: string): string | undefined {
    const [value, ...others] = this.#fields.get(name) ?? [];
    if (others.length > 0) throw invalidForm(name, 'is there more than once');
    return value;
  }

  /** @param hint - what would be right. @throws RegistryError `invalid_request` if it is missing, or there more than once */
  get(name: string, hint: string): string {
    const value = this.find(name);
    if (value === undefined) throw invalidForm(name, `is missing; ${hint}`);
    return value;
  }

  /** All values of a field that may be repeated. */
  list(name: string): readonly string[] {
    return this.#fields.get(name) ?? [];
  }
}

export function invalidForm(field: string, message: string): RegistryError {
  const errors: FieldProblem[] = [{ field, message }];
  return new RegistryError('invalid_request', { detail: `The form is wrong. ${field}: ${message}.`, errors });
}

/**
 * Reads a form.
 * @throws RegistryError `invalid_request`, `body_too_large`
 */
export async function readUrlEncodedForm(
  request: FastifyRequest,
  reply: FastifyReply,
  maxBytes: number,
): Promise<UrlEncodedForm> {
  requireFormType(request.headers['content-type']);
  const text = await readTextBody(request, reply, maxBytes);
  if (text === undefined) throw invalidForm('body', 'is not UTF-8');
  return parseForm(text);
}

function requireFormType(contentType = ''): void {
  const [type = '', ...parameters] = contentType.split(';').map((part) => part.trim().toLowerCase());
  if (type !== FORM_TYPE)
    throw invalidForm(
      'Content-Type',
      `is ${contentType === '' ? 'missing' : quote(type)}; send ${FORM_TYPE}`,
    );
  const charset = parameters.find((parameter) => parameter.startsWith('charset='));
  if (charset !== undefined && !/^charset="?utf-8"?$/.test(charset))
    throw invalidForm('Content-Type', 'has another charset than utf-8');
}

function parseForm(text: string): UrlEncodedForm {
  const fields = new Map<string, string[]>();
  let count = 0;
  for (const [name, value] of new URLSearchParams(text.trim())) {
    count += 1;
    if (count > MAX_FIELDS) throw invalidForm('body', `has more than ${MAX_FIELDS} fields`);
    if (value !== '') fields.set(name, [...(fields.get(name) ?? []), value]);
  }
  return new UrlEncodedForm(fields);
}
