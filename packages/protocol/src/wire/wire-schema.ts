// The subset of JSON Schema in which the wire schemas of answers are written, for code that reads answers by them.
import type { XStatic } from 'typebox/schema';

/** A schema of an answer, or of a part of one. */
export type WireSchema = WireObjectSchema | WireListSchema | WireEnumSchema | WireScalarSchema;

/** An object. Fields that it does not name may be there and mean nothing. */
export interface WireObjectSchema {
  readonly type: 'object';
  readonly required: readonly string[];
  readonly properties: Readonly<Record<string, WireSchema>>;
}

/** A list of values that are all alike. */
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
