// Adds all routes to the framework. A staged server loads this file, and all code behind it, after it listens.
import type { KnowledgeSource } from '@prime-registry/knowledge';
import { renderErrorPage, Site } from '@prime-registry/web';
import type { FastifyInstance } from 'fastify';
import type { HookDeps } from '../http/requests/authentication.ts';
import type { EarlyDeps } from '../routes/early-routes.ts';
import { routes } from '../routes/index.ts';
import { registerRoutes } from '../routes/register-routes.ts';
import type { Parts } from './parts.ts';
import { toRouteDeps } from './to-route-deps.ts';

/** Adds all routes. @returns what agents read */
export function addAllRoutes(
  app: FastifyInstance,
  { parts, early, hookDeps }: { parts: Parts; early: EarlyDeps; hookDeps: HookDeps },
): KnowledgeSource {
  const { siteName, siteColours, siteLinks, publicUrl, isPrivate } = parts.settings;
  const [light, dark] = siteColours.split(' ');
  const site = new Site({
    ...{ name: siteName, mark: parts.siteMark, links: siteLinks, publicUrl, isPrivate },
    colours: light !== undefined && dark !== undefined ? { light, dark } : undefined,
  });
  app.decorate('site', site);
  app.decorate('errorPage', renderErrorPage);
  const deps = toRouteDeps(parts, early, site);
  registerRoutes(app, routes, deps, hookDeps, parts.http.crossOrigin);
  return deps.knowledge;
}
