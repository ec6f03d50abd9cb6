// Reads the small files of an export. Everything is checked: an export may come from anywhere.
import type { TarFile } from '@prime-registry/archive';
import { isJsonObject, isSha256, type Parsed } from '@prime-registry/protocol';

/** An export that cannot be used; the message names the file and what is wrong with it. */
export class ExportError extends Error {
  override readonly name = 'ExportError';
}

// A manifest and a README have at most 256 KiB each; a README that was cut off may be larger in UTF-8.
const MAX_BYTES = 2 ** 20;

/** The bytes of a small file. @throws ExportError if it is too large */
export async function readBytes({ path, sizeBytes, body }: TarFile): Promise<Buffer> {
  if (sizeBytes > MAX_BYTES)
    throw new ExportError(`${path} has ${sizeBytes} bytes, more than such a file may have`);
  const chunks: Uint8Array[] = [];
  // Copies: the tar reader reuses the memory of its chunks.
  for await (const chunk of body) chunks.push(Uint8Array.from(chunk));
  return Buffer.concat(chunks);
}

const FIRST_TIME_MS = Date.parse('0000-01-01T00:00:00Z');
const LAST_TIME_MS = Date.parse('9999-12-31T23:59:59Z');

/** The fields of a JSON object, read with their types. */
export class JsonFields {
  readonly #path: string;
  readonly #values: Readonly<Record<string, unknown>>;

  constructor(path: string, values: unknown) {
    if (!isJsonObject(values)) throw new ExportError(`${path} is not a JSON object`);
    this.#path = path;
    this.#values = values;
  }

  /** Reads a file. @throws ExportError */
  static async read(file: TarFile): Promise<JsonFields> {
    const text = (await readBytes(file)).toString('utf8');
    let values: unknown;
    try {
      values = JSON.parse(text);
    } catch (error) {
      throw new ExportError(`${file.path} is not JSON`, { cause: error });
    }
    return new JsonFields(file.path, values);
  }

  text(field: string): string {
    return this.#get(field, 'a text', (value) => typeof value === 'string');
  }

  textOrNull(field: string): string | undefined {
    return this.#values[field] === null ? undefined : this.text(field);
  }

  /** Undefined if there is no such field. */
  textIfThere(field: string): string | undefined {
    return this.#values[field] === undefined ? undefined : this.text(field);
  }

  /** A text in a form of its own. */
  parse<T>(field: string, parser: (text: string) => Parsed<T>): T {
    return this.#parsed(field, parser(this.text(field)));
  }

  parseOrNull<T>(field: string, parser: (text: string) => Parsed<T>): T | undefined {
    return this.#values[field] === null ? undefined : this.parse(field, parser);
  }

  /** Undefined if there is no such field. */
  parseIfThere<T>(field: string, parser: (value: unknown) => Parsed<T>): T | undefined {
    const value = this.#values[field];
    return value === undefined ? undefined : this.#parsed(field, parser(value));
  }

  sha256(field: string): string {
    const digest = this.text(field);
    if (!isSha256(digest)) throw this.wrong(field, 'a digest of 64 hexadecimal digits');
    return digest;
  }

  /** A non-negative whole number. */
  count(field: string): number {
    return this.#get(field, 'a whole number', (value) => Number.isSafeInteger(value) && Number(value) >= 0);
  }

  /** Undefined if there is no such field. */
  countIfThere(field: string): number | undefined {
    return this.#values[field] === undefined ? undefined : this.count(field);
  }

  texts(field: string): string[] {
    const isTexts = (value: unknown): boolean =>
      Array.isArray(value) && value.every((item) => typeof item === 'string');
    return this.#get(field, 'a list of texts', isTexts);
  }

  /** An ISO 8601 time of the years 0 to 9999, in milliseconds since 1970. */
  time(field: string): number {
    const timeMs = Date.parse(this.text(field));
    // Others have another form. It would be in entries of the log, which nothing can correct.
    if (!(timeMs >= FIRST_TIME_MS && timeMs <= LAST_TIME_MS))
      throw this.wrong(field, 'a time such as 2026-11-21T09:30:00Z');
    return timeMs;
  }

  timeOrNull(field: string): number | undefined {
    return this.#values[field] === null ? undefined : this.time(field);
  }

  /** A nested object; undefined for null. */
  fieldsOrNull(field: string): JsonFields | undefined {
    const value = this.#values[field];
    return value === null ? undefined : new JsonFields(`${field} in ${this.#path}`, value);
  }

  /** The same; undefined also if there is no such field. */
  fieldsIfThere(field: string): JsonFields | undefined {
    return this.#values[field] === undefined ? undefined : this.fieldsOrNull(field);
  }

  /** Any value, for a reader that checks it; undefined if there is no such field. */
  valueIfThere(field: string): unknown {
    return this.#values[field];
  }

  /** A list of at most `maxItems` objects. */
  list(field: string, maxItems: number): JsonFields[] {
    const values = this.#get<unknown[]>(field, 'a list', (value) => Array.isArray(value));
    if (values.length > maxItems) throw this.wrong(field, `a list of at most ${maxItems}`);
    return values.map((value, index) => new JsonFields(`${field}[${index}] in ${this.#path}`, value));
  }

  /** The error for a field with a wrong value. */
  wrong(field: string, expected: string): ExportError {
    return new ExportError(`${field} in ${this.#path} is not ${expected}`);
  }

  #parsed<T>(field: string, parsed: Parsed<T>): T {
    if (!parsed.ok) throw this.wrong(field, `well-formed: ${parsed.message}`);
    return parsed.value;
  }

  #get<T>(field: string, expected: string, isRight: (value: unknown) => boolean): T {
    const value = this.#values[field];
    if (!isRight(value)) throw this.wrong(field, expected);
    return value as T;
  }
}
