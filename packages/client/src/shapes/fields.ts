// The fields of a JSON answer, each with the type that the contract gives it. Answers are read into new objects field by
// field, so that whatever else a registry sends stays outside.

/** Says what is wrong with an answer, in words that follow `sent no proper …:`. It never leaves the package. */
export class ShapeError extends Error {}

/** Reads an answer. @throws ShapeError when it is not of the shape. */
export type ShapeReader<T> = (body: unknown) => T;

/** An object of an answer, nothing of it checked. */
export type Fields = Readonly<Record<string, unknown>>;

/** @throws ShapeError when it is no object. */
export function getFields(value: unknown): Fields {
  if (typeof value === 'object' && value !== null && !Array.isArray(value)) return value as Fields;
  throw new ShapeError('it is no object where one was due');
}

export function getText(fields: Fields, name: string): string {
  const value = fields[name];
  if (typeof value === 'string') return value;
  throw new ShapeError(`'${name}' is not text`);
}

/** Text that may be left out; null counts as left out. */
export function findText(fields: Fields, name: string): string | undefined {
  return (fields[name] ?? undefined) === undefined ? undefined : getText(fields, name);
}

/** A whole number of 0 or more. */
export function getCount(fields: Fields, name: string): number {
  const value = fields[name];
  if (typeof value === 'number' && Number.isSafeInteger(value) && value >= 0) return value;
  throw new ShapeError(`'${name}' is not a whole number`);
}

/** A whole number of 0 or more that may be left out; null counts as left out. */
export function findCount(fields: Fields, name: string): number | undefined {
  return (fields[name] ?? undefined) === undefined ? undefined : getCount(fields, name);
}

export function getNumber(fields: Fields, name: string): number {
  const value = fields[name];
  if (typeof value === 'number' && Number.isFinite(value)) return value;
  throw new ShapeError(`'${name}' is not a number`);
}

/** True or false; false when it is left out. */
export function getFlag(fields: Fields, name: string): boolean {
  const value = fields[name] ?? false;
  if (typeof value === 'boolean') return value;
  throw new ShapeError(`'${name}' is neither true nor false`);
}

export function getList(fields: Fields, name: string): readonly unknown[] {
  const value = fields[name];
  if (Array.isArray(value)) return value;
  throw new ShapeError(`'${name}' is not a list`);
}

/** Texts that may be left out; null counts as left out. */
export function findTexts(fields: Fields, name: string): string[] | undefined {
  return (fields[name] ?? undefined) === undefined ? undefined : getTexts(fields, name);
}

export function getTexts(fields: Fields, name: string): string[] {
  return getList(fields, name).map((value) => {
    if (typeof value === 'string') return value;
    throw new ShapeError(`'${name}' holds something other than text`);
  });
}
