// The schemas of routes, and what the framework compiles from them.
import type { FastifyServerOptions } from 'fastify';
import { buildLazySerializer } from './responses/lazy-serializers.ts';

/**
 * The compilers of an app. Nothing is validated by a schema: schemas are for the API document, and routes validate
 * with the parsers of the protocol, which explain what is wrong. So the framework loads no validator.
 */
export const SCHEMA_COMPILERS = {
  buildValidator: () => (() => () => true) as never,
  buildSerializer: buildLazySerializer,
};

/** The schemas of an app, and its compilers. */
export function createSchemaController(): NonNullable<FastifyServerOptions['schemaController']> {
  return { bucket: keepSchemas, compilersFactory: SCHEMA_COMPILERS };
}

/**
 * Schemas by their id, with those of the parent. The framework asks for them for each of more than a hundred routes, and its
 * own list is copied whenever it is asked for.
 */
const keepSchemas = ((parentSchemas?: object) => {
  const schemas: Record<string, unknown> = { ...parentSchemas };
  return {
    add(schema: { readonly $id: string }) {
      schemas[schema.$id] = schema;
    },
    getSchema: (id: string) => schemas[id],
    getSchemas: () => schemas,
  };
  // The type wants `add` to return an app, which the framework does not use.
}) as never;
