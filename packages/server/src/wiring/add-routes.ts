// Adds the routes of a server: all at once, or first those that it answers while the code of the others is loaded.
import type { IncomingMessage } from 'node:http';
import type { KnowledgeSource } from '@prime-registry/knowledge';
import type { FastifyInstance } from 'fastify';
import { addHooks } from '../http/add-hooks.ts';
import { limitAnswerMemory } from '../http/admission/answer-memory.ts';
import type { HookDeps } from '../http/requests/authentication.ts';
import { routedTarget } from '../http/requests/request-target.ts';
import { StagedRequests } from '../http/staged-requests.ts';
import { createRouteAdder } from '../routes/add-route.ts';
import { earlyRoutes } from '../routes/early-routes.ts';
import { matchesPath } from '../routes/match-path.ts';
import { createRouter } from './create-http-server.ts';
import { loadRoutes } from './load-routes.ts';
import type { Parts } from './parts.ts';
import { toEarlyDeps } from './to-early-deps.ts';

interface AddedRoutes {
  /** Loads and adds those that are missing. */
  complete(): Promise<KnowledgeSource>;
  /** Ends what `complete` has begun. */
  close(): Promise<void>;
}

/** Adds the routes; the app is ready then. */
export async function addRoutes(parts: Parts, hookDeps: HookDeps): Promise<AddedRoutes> {
  const { settings, options, http } = parts;
  const early = toEarlyDeps(parts);
  if (options.isStaged !== true) {
    const knowledge = await addAll(http.app);
    return { complete: async () => knowledge, close: async () => undefined };
  }
  addEarly();
  await http.app.ready();
  const staged = new StagedRequests(http.app, http.turns, isEarly);
  let completing: Promise<readonly [FastifyInstance, KnowledgeSource]> | undefined;
  return {
    async complete() {
      completing ??= complete();
      return (await completing)[1];
    },
    async close() {
      const completed = await completing?.catch(() => undefined);
      await completed?.[0].close();
    },
  };

  async function complete(): Promise<readonly [FastifyInstance, KnowledgeSource]> {
    // Its server never listens.
    const app = createRouter(settings, http.logStream, http.readers);
    const knowledge = await addAll(app);
    staged.complete(app);
    return [app, knowledge];
  }

  async function addAll(app: FastifyInstance): Promise<KnowledgeSource> {
    const { addAllRoutes } = await loadRoutes();
    equip(app);
    const knowledge = addAllRoutes(app, { parts, early, hookDeps });
    await app.ready();
    return knowledge;
  }

  function addEarly(): void {
    equip(http.app);
    const add = createRouteAdder(http.app, hookDeps, settings.isPrivate);
    for (const route of earlyRoutes) add(route, (request, reply) => route.handle(early, request, reply));
  }

  /** Adds what every request passes. */
  function equip(app: FastifyInstance): void {
    const { checkHost, crossOrigin, readers } = http;
    const { metrics, hotReads: responseCache } = parts;
    const { isPrivate } = settings;
    const keepsPages = parts.mirror.upstreams.length === 0;
    const { secrets } = readers;
    addHooks(app, { isPrivate, keepsPages, metrics, responseCache, secrets, checkHost, crossOrigin });
    limitAnswerMemory(app, parts.answerMemory);
  }
}

/** Whether an early route answers the request. */
function isEarly(request: IncomingMessage): boolean {
  if (request.method !== 'GET' && request.method !== 'HEAD') return false;
  const [path = ''] = routedTarget(request).split('?', 1);
  return earlyRoutes.some((route) => matchesPath(route.path, path));
}
