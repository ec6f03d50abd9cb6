// Small JSON bodies. Their texts are public: access tokens and hidden characters are refused.
import { isUtf8 } from 'node:buffer';
import { type FieldProblem, isJsonObject, type Parsed, RegistryError } from '@prime-registry/protocol';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { findTextProblem } from '../../actions/lifecycle/public-text.ts';
import { readBody } from './request-body.ts';

const MAX_BODY_BYTES = 16 * 1024;
/** Longest text that is parsed, in characters. */
const MAX_PARSED_LENGTH = 1024;

/** Whether a text contains an access token. */
export type HoldsToken = (text: string) => boolean;

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
  const chunks: Buffer[] = [];
  for await (const chunk of readBody(request, reply, MAX_BODY_BYTES)) chunks.push(chunk);
  const bytes = Buffer.concat(chunks);
  if (!isUtf8(bytes)) throw invalid([{ field: 'body', message: 'is not UTF-8' }]);
  const text = bytes.toString('utf8');
  const body = text.trim() === '' ? {} : parseObject(text);
  if (body === undefined)
    throw invalid([{ field: 'body', message: `is not a JSON object such as ${example}` }]);
  return new JsonBody(body, holdsToken);
}

/** The fields of a body. Problems are collected, so that one answer names all of them. */
export class JsonBody {
  readonly #fields: Readonly<Record<string, unknown>>;
  readonly #holdsToken: HoldsToken;
  readonly #path: string;
  readonly #problems: FieldProblem[];

  constructor(
    fields: Readonly<Record<string, unknown>>,
    holdsToken: HoldsToken,
    path = '',
    problems: FieldProblem[] = [],
  ) {
    this.#fields = fields;
    this.#holdsToken = holdsToken;
    this.#path = path;
    this.#problems = problems;
  }

  /** A text of at most `maxLength` characters, which must not be empty. @returns undefined with a problem */
  text(name: string, maxLength: number): string | undefined {
    const text = this.optionalText(name, maxLength);
    if (text === undefined) this.#reportMissing(name);
    return text;
  }

  /** The same; a field that is missing, null or blank is undefined. */
  optionalText(name: string, maxLength: number): string | undefined {
    const text = this.#fields[name] ?? '';
    const problem = this.#findProblem(text, maxLength);
    if (problem !== undefined) this.#report(name, problem);
    return typeof text === 'string' && text.trim() !== '' ? text : undefined;
  }

  /** A parsed text. @returns undefined with a problem */
  required<T>(name: string, parse: (text: string) => Parsed<T>): T | undefined {
    if ((this.#fields[name] ?? undefined) === undefined) this.#reportMissing(name);
    return this.optional(name, parse);
  }

  /** A parsed text; a field that is missing or null is undefined. */
  optional<T>(name: string, parse: (text: string) => Parsed<T>): T | undefined {
    const text = this.#fields[name] ?? undefined;
    if (text === undefined) return undefined;
    const problem = this.#findProblem(text, MAX_PARSED_LENGTH);
    const parsed = problem === undefined ? parse(text as string) : { ok: false as const, message: problem };
    if (parsed.ok) return parsed.value;
    this.#report(name, parsed.message);
    return undefined;
  }

  /** True or false. @returns undefined with a problem */
  flag(name: string): boolean | undefined {
    const value = this.#fields[name] ?? undefined;
    if (value === undefined) this.#reportMissing(name);
    else if (typeof value !== 'boolean') this.#report(name, 'is neither true nor false');
    return typeof value === 'boolean' ? value : undefined;
  }

  /** An object; a field that is missing or null is undefined. */
  optionalObject(name: string): JsonBody | undefined {
    const value = this.#fields[name] ?? undefined;
    if (value === undefined) return undefined;
    if (isJsonObject(value))
      return new JsonBody(value, this.#holdsToken, `${this.#path}${name}.`, this.#problems);
    this.#report(name, 'is not an object');
    return undefined;
  }

  /** @throws RegistryError `invalid_request` if a field has a problem */
  requireValid(): void {
    if (this.#problems.length > 0) throw invalid(this.#problems);
  }

  #findProblem(text: unknown, maxLength: number): string | undefined {
    return typeof text === 'string' ? findTextProblem(text, maxLength, this.#holdsToken) : 'is not a text';
  }

  /** Once for each field. */
  #report(name: string, message: string): void {
    const field = `${this.#path}${name}`;
    if (!this.#problems.some((problem) => problem.field === field)) this.#problems.push({ field, message });
  }

  #reportMissing(name: string): void {
    this.#report(name, 'is missing');
  }
}

function parseObject(text: string): Record<string, unknown> | undefined {
  try {
    const value: unknown = JSON.parse(text);
    return isJsonObject(value) ? value : undefined;
  } catch {
    return undefined;
  }
}

function invalid(errors: readonly FieldProblem[]): RegistryError {
  const problems = errors.map(({ field, message }) => `${field}: ${message}`).join('; ');
  return new RegistryError('invalid_request', { detail: `The body cannot be read. ${problems}.`, errors });
}
