// Small JSON bodies. Their texts are public: access tokens and hidden characters are refused.
import { type FieldProblem, isJsonObject, type Parsed, RegistryError } from '@prime-registry/protocol';
import { findTextProblem } from '../../actions/lifecycle/public-text.ts';

/** Longest text that is parsed, in characters. */
const MAX_PARSED_LENGTH = 1024;

/** Whether a text contains an access token. */
export type HoldsToken = (text: string) => boolean;

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

  /** A parsed text, for a body with no other field. @throws RegistryError `invalid_request` if a field has a problem */
  requireParsed<T>(name: string, parse: (text: string) => Parsed<T>): T {
    const value = this.required(name, parse);
    this.requireValid();
    return value as T;
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

/** The error for a body that cannot be read. */
export function invalid(errors: readonly FieldProblem[]): RegistryError {
  const problems = errors.map(({ field, message }) => `${field}: ${message}`).join('; ');
  return new RegistryError('invalid_request', { detail: `The body cannot be read. ${problems}.`, errors });
}
