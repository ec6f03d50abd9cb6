// The subset of JSON Schema that the schemas of responses use, for code that reads responses by them.
import type { XStatic } from 'typebox/schema';

/** The schema of a response, or of a part of one. */
export type WireSchema = WireObjectSchema | WireListSchema | WireEnumSchema | WireScalarSchema;

/** An object. Fields that neither of the two describes are allowed and mean nothing. */
export interface WireObjectSchema {
  readonly type: 'object';
  readonly required: readonly string[];
  readonly properties: Readonly<Record<string, WireSchema>>;
  /** The values of all other fields, for an object whose keys are data. */
  readonly additionalProperties?: WireSchema;
}

/** A list of values with the same schema. */
export interface WireListSchema {
  readonly type: 'array';
  readonly items: WireSchema;
}

/** One of several words. */
export interface WireEnumSchema {
  readonly enum: readonly string[];
}

/** A single value. Every integer on the wire is a count, a size or a position: none is negative. */
export interface WireScalarSchema {
  readonly type: 'string' | 'boolean' | 'integer' | 'number';
}

/** The type of the values that a schema describes; unknown for a schema that is only known at run time. */
export type WireValue<S extends WireSchema> = WireSchema extends S ? unknown : XStatic<S>;
