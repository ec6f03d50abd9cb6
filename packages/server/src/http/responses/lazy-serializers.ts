// Compiles the serializer of a response for the first such response. The framework compiles one for every
// status of every route at the start: most of the duration of a start, and most are never used.
import { type SerializerFactory, SerializerSelector } from '@fastify/fast-json-stringify-compiler';
import { ROUTES } from '@prime-registry/protocol';
import { toVisibleJson } from './visible-json.ts';

/** Reads of the contract have the texts as their author published them. */
function isContractRead(url: string): boolean {
  return url === ROUTES.search || url.startsWith('/pack/');
}

type Serializer = ReturnType<ReturnType<SerializerFactory>>;
type Route = Parameters<ReturnType<SerializerFactory>>[0];
type Schemas = Readonly<Record<string, unknown>>;

/** Serializers by everything that they are made of, for all apps of a process: to make one takes milliseconds. */
const compiled = new Map<string, Serializer>();

/**
 * Builds the serializers of an app; equal schemas share one. For
 * `schemaController.compilersFactory.buildSerializer`.
 */
export const buildLazySerializer: SerializerFactory = (externalSchemas, options) => (route) => {
  let known: Serializer | undefined;
  const serialize: Serializer = (document) => {
    known ??= compile(externalSchemas, options, route);
    return known(document);
  };
  return isContractRead(route.url) ? serialize : (document) => toVisibleJson(document, serialize);
};

function compile(
  ...[externalSchemas, options, route]: [...Parameters<SerializerFactory>, Route]
): Serializer {
  // The compiler reads and checks all that it gets: thirty schemas, of which one is needed.
  const needed = findReferenced(route.schema, externalSchemas as Schemas);
  const key = JSON.stringify([route.schema, needed, options]);
  const known = compiled.get(key) ?? SerializerSelector()(needed, options)(route);
  compiled.set(key, known);
  return known;
}

/** The schemas that a schema refers to, directly or indirectly, by their ids. */
function findReferenced(schema: unknown, externalSchemas: Schemas): Schemas {
  const found: Record<string, unknown> = {};
  const pending = [schema];
  for (let next = pending.pop(); next !== undefined; next = pending.pop()) {
    for (const [, id = ''] of JSON.stringify(next).matchAll(/"\$ref":"([^"#]+)/g)) {
      if (id in found || externalSchemas[id] === undefined) continue;
      found[id] = externalSchemas[id];
      pending.push(externalSchemas[id]);
    }
  }
  return found;
}
