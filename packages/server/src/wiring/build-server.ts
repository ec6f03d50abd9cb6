// Builds a server from its parts, one step after another. Only this folder constructs concrete parts.
import type { KnowledgeSource } from '@prime-registry/knowledge';
import type { MigrationReport, RegistryStore } from '@prime-registry/store';
import type { FastifyInstance } from 'fastify';
import type { ServerSettings } from '../config/server-settings.ts';
import { startInTurns } from '../http/connections/fair-turns.ts';
import { gateRequests } from '../http/connections/request-gate.ts';
import type { HookDeps } from '../http/requests/authentication.ts';
import { addRoutes } from './add-routes.ts';
import { createParts, type Parts } from './parts.ts';
import type { ServerOptions } from './server-options.ts';

/** A registry that is ready to listen. */
export interface RegistryServer {
  readonly app: FastifyInstance;
  readonly store: RegistryStore;
  /** Loads the routes that are not loaded yet, and adds them. @returns what agents read */
  complete(): Promise<KnowledgeSource>;
  /** The migrations that opening the store has run. */
  readonly migration: MigrationReport;
  /** Starts to learn how the upstreams answer, and to follow them; call it once, when the server listens. */
  watchUpstreams(): void;
  /** Stops accepting requests, drains in-flight requests, and closes the store. */
  close(): Promise<void>;
}

/** Builds the server: opens the store and the blob store, and adds the endpoints. */
export async function buildServer(
  settings: ServerSettings,
  options: ServerOptions = {},
): Promise<RegistryServer> {
  let isClosing = false;
  const parts = await createParts(settings, options, () => isClosing);
  const { app, rates, admission, connections, turns } = parts.http;
  const hookDeps: HookDeps = {
    store: parts.storage.store,
    adminToken: options.adminToken,
    now: parts.now,
    noteUse: (token) => parts.counters.tokenUse.note(token),
    rates,
    admission,
  };
  const routing = await addRoutes(parts, hookDeps);
  startInTurns(app.server, turns);
  parts.hotReads.attach(app);
  // Those who wait for a change take no place from others.
  const countInFlight = () => connections.countInFlight() + turns.waiting - parts.changes.waiting;
  gateRequests(app.server, parts.http.reads, countInFlight);
  parts.mirror.evictions.start();
  void parts.markKeeper.flush();
  parts.removals.start();
  parts.backfill.start();
  parts.webhooks.start();
  parts.witnessFeeder?.start();
  checkBlobs(parts);
  return {
    app,
    store: parts.storage.store,
    complete: routing.complete,
    migration: parts.storage.migration,
    watchUpstreams() {
      parts.mirror.probes.start();
      for (const follower of parts.mirror.followers) follower.start();
    },
    async close() {
      isClosing = true;
      await closeParts(parts, routing.close);
    },
  };
}

/**
 * Warns if an object store is unreachable. The server starts anyway: the readiness probe fails until it is
 * back.
 */
function checkBlobs({ settings, storage, http }: Parts): void {
  if (settings.blobs === 'folder') return;
  storage.blobs
    .ping()
    .catch((error) => http.app.log.warn({ err: error }, 'the tarballs cannot be used at the moment'));
}

/** Closes from the top down: counters are stored after the last request was answered. */
async function closeParts(parts: Parts, closeRoutes: () => Promise<void>): Promise<void> {
  const { http, hotReads, mirror, changes, threads, counters, markKeeper, removals, storage } = parts;
  http.admission.stop();
  changes.close();
  hotReads.flush();
  http.connections.end();
  await http.app.close();
  await closeRoutes();
  await mirror.evictions.stop();
  await Promise.all(mirror.followers.map((follower) => follower.stop()));
  await parts.webhooks.close();
  await parts.exchange.close();
  await parts.witnessFeeder?.close();
  // A probe in flight ends with the upstreams, and that is no failure.
  const probed = mirror.probes.stop();
  await mirror.mirror.close();
  await Promise.all([threads.uploads.close(), threads.reads.close()]);
  await probed;
  await counters.tokenUse.flush();
  await counters.downloads.flush();
  await markKeeper.close();
  await parts.backfill.close();
  await parts.log?.guard.close();
  await removals.close();
  await storage.store.close();
  await storage.blobs.close();
}
