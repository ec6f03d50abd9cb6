// JSON in the canonical form of RFC 8785, for values without fractions: one value has exactly one text.

/**
 * Writes a value: keys in the order of their UTF-16 code units, no white space, strings as ECMAScript writes them
 * (RFC 8785, section 3.2).
 * @throws TypeError if a number is not an integer up to 2^53 - 1, or a string has half of a surrogate pair
 */
export function toCanonicalJson(value: unknown): string {
  if (typeof value === 'string') return writeText(value);
  if (typeof value === 'number') return writeInteger(value);
  if (typeof value === 'boolean' || value === null) return String(value);
  if (Array.isArray(value)) return `[${value.map(toCanonicalJson).join(',')}]`;
  if (typeof value === 'object') return writeObject(value);
  throw new TypeError(`a ${typeof value} cannot be written as JSON`);
}

function writeObject(value: object): string {
  const properties = value as Readonly<Record<string, unknown>>;
  let text = '';
  // Without a comparison of its own, sort uses the order of UTF-16 code units.
  for (const key of Object.keys(value).sort()) {
    const property = properties[key];
    if (property !== undefined)
      text += `${text === '' ? '' : ','}${writeText(key)}:${toCanonicalJson(property)}`;
  }
  return `{${text}}`;
}

function writeText(text: string): string {
  if (!text.isWellFormed()) throw new TypeError('a text has half of a surrogate pair');
  return JSON.stringify(text);
}

function writeInteger(number: number): string {
  if (!Number.isSafeInteger(number)) throw new TypeError(`${number} is not an integer up to 2^53 - 1`);
  // JSON.stringify writes -0 as 0.
  return JSON.stringify(number);
}
