// Compiles the serializer of a response for the first such response. The framework compiles one for every
// status of every route at the start: some 200 of them, most of the duration of a start, and most are never
// used.
import { type SerializerFactory, SerializerSelector } from '@fastify/fast-json-stringify-compiler';
import { ROUTES } from '@prime-registry/protocol';
import { toVisibleJson } from './visible-json.ts';

/** Reads of the contract have the texts as their author published them. */
function isContractRead(url: string): boolean {
  return url === ROUTES.search || url.startsWith('/pack/');
}

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
    const serialize: Serializer = (document) => {
      let known = compiled.get(key);
      if (known === undefined) {
        known = compile(route);
        compiled.set(key, known);
      }
      return known(document);
    };
    return isContractRead(route.url) ? serialize : (document) => toVisibleJson(document, serialize);
  };
};
