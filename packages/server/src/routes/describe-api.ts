// The OpenAPI document. It is made when it is first requested: most processes never need it, nor the plugin
// that makes it.
import { ROUTES } from '@prime-registry/protocol';
import { SCHEMA_COMPILERS } from '../http/schema-compilers.ts';
import { SHARED_SCHEMAS } from './responses.ts';
import type { AnyRoute } from './route.ts';
import { describeRoute } from './route-schema.ts';

/** What the document says about the registry. */
interface DescribedRegistry {
  readonly isPrivate: boolean;
  /** Without a slash at its end; empty if it is not known. */
  readonly publicUrl: string;
  /** Reads the version of the program. */
  readonly readVersion: () => string;
}

export function createApiDescriber(
  routes: readonly AnyRoute[],
  registry: DescribedRegistry,
): () => Promise<object> {
  let document: Promise<object> | undefined;
  return () => {
    document ??= describeApi(routes, registry).catch((error: unknown) => {
      // Such as a lack of file descriptors: the next request tries again.
      document = undefined;
      throw error;
    });
    return document;
  };
}

async function describeApi(
  routes: readonly AnyRoute[],
  { isPrivate, publicUrl, readVersion }: DescribedRegistry,
): Promise<object> {
  const [{ default: Fastify }, { default: swagger }] = await Promise.all([
    import('fastify'),
    import('@fastify/swagger'),
  ]);
  // It never listens: the plugin reads the schemas of an app.
  const app = Fastify({
    exposeHeadRoutes: false,
    schemaController: { compilersFactory: SCHEMA_COMPILERS },
  });
  // Without an address, paths are relative to where the document is.
  const servers = [{ url: publicUrl === '' ? '/' : publicUrl, description: 'This registry.' }];
  await app.register(swagger, {
    openapi: { ...API_INFORMATION, info: { ...API_INFORMATION.info, version: readVersion() }, servers },
    refResolver: { buildLocalReference: nameSchema },
  });
  for (const schema of SHARED_SCHEMAS) app.addSchema(schema);
  for (const route of routes) {
    const schema = describeRoute(route, isPrivate);
    const url = nameWildcard(route.path);
    app.route({ method: route.method ?? 'GET', url, schema, handler: async () => undefined });
  }
  await app.ready();
  return app.swagger();
}

const API_INFORMATION = {
  openapi: '3.1.0',
  info: {
    title: 'prime-registry',
    description: 'The HTTP interface of a registry of Primes, versioned packages of knowledge for AI agents.',
    license: { name: 'Apache License 2.0', identifier: 'Apache-2.0' },
  },
  components: { securitySchemes: { token: { type: 'http' as const, scheme: 'bearer' } } },
};

/** A path of several parts at the end of another one has a name, as every parameter. */
function nameWildcard(path: string): string {
  return path.replace(/\*$/, path === ROUTES.logTile ? ':tile' : ':path');
}

function nameSchema(schema: { $id?: unknown }): string {
  return String(schema.$id);
}
