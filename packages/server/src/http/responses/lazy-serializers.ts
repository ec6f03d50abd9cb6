// Compiles the serializer of a response for the first such response. The framework compiles one for every
// status of every route at the start: some 200 of them, most of the duration of a start, and most are never
// used.
import { type SerializerFactory, SerializerSelector } from '@fastify/fast-json-stringify-compiler';

type Serializer = ReturnType<ReturnType<SerializerFactory>>;

/**
 * Builds the serializers of an app; equal schemas share one. For
 * `schemaController.compilersFactory.buildSerializer`.
 */
export const buildLazySerializer: SerializerFactory = (externalSchemas, options) => {
  const compile = SerializerSelector()(externalSchemas, options);
  const compiled = new Map<string, Serializer>();

  return (route) => {
    const key = JSON.stringify(route.schema);
    return (document) => {
      let serialize = compiled.get(key);
      if (serialize === undefined) {
        serialize = compile(route);
        compiled.set(key, serialize);
      }
      return serialize(document);
    };
  };
};
