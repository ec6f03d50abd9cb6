// Parts of wire schemas. Each is plain JSON Schema, with a type as exact as that of a constant.

/** A text. */
export const text = (description: string) => ({ type: 'string', description }) as const;

/** A whole number from 0. */
export const count = (description: string) => ({ type: 'integer', minimum: 0, description }) as const;

/** A whole number from 1, such as a line or a size. */
export const fromOne = (description: string) => ({ type: 'integer', minimum: 1, description }) as const;

/** True or false. */
export const flag = (description: string) => ({ type: 'boolean', description }) as const;

/** An object with these fields; only the required ones must be there. */
export const object = <const Required extends readonly string[], const Fields>(
  required: Required,
  properties: Fields,
) => ({ type: 'object', required, properties }) as const;

/** The same with a description. */
export const describedObject = <const Required extends readonly string[], const Fields>(
  description: string,
  required: Required,
  properties: Fields,
) => ({ type: 'object', description, required, properties }) as const;

/** A whole body. @param id - its name in the API reference */
export const document = <const Id extends string, const Required extends readonly string[], const Fields>(
  id: Id,
  description: string,
  required: Required,
  properties: Fields,
) => ({ $id: id, description, type: 'object', required, properties }) as const;

/** A list. */
export const list = <const Items>(description: string, items: Items) =>
  ({ type: 'array', description, items }) as const;

/** A list of objects. */
export const objects = <const Required extends readonly string[], const Fields>(
  description: string,
  required: Required,
  properties: Fields,
) => list(description, object(required, properties));
