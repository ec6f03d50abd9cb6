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

/**
 * The schemas of an app, and its compilers. The framework asks for all schemas, and builds a serializer compiler of them, for each
 * of some 200 routes. All schemas are added before the first route, so the app has one list of schemas and one compiler: routes
 * with equal schemas then share a serializer.
 */
export function createSchemaController(): NonNullable<FastifyServerOptions['schemaController']> {
  let serializers: ReturnType<typeof buildLazySerializer> | undefined;
  const buildSerializer: typeof buildLazySerializer = (schemas, options) => {
    serializers ??= buildLazySerializer(schemas, options);
    return serializers;
  };
  return { bucket: keepSchemas, compilersFactory: { ...SCHEMA_COMPILERS, buildSerializer } };
}

/** Schemas by their id, with those of the parent. The framework's own list is copied whenever it is asked for. */
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
