// Creates the HTTP server without its routes: limits, timeouts, admission, rate limits and log.
import type { FastifyInstance } from 'fastify';
import type { ServerSettings } from '../config/server-settings.ts';
import { Admission } from '../http/admission/admission.ts';
import type { Load } from '../http/admission/load-monitor.ts';
import { Arrivals } from '../http/connections/arrivals.ts';
import { createAddressFinder, createProxyCheck } from '../http/connections/client-address.ts';
import { type Connections, watchConnections } from '../http/connections/connections.ts';
import { FairTurns } from '../http/connections/fair-turns.ts';
import { type CheckHost, createHostCheck } from '../http/connections/host-check.ts';
import { ReadTurns } from '../http/connections/read-turns.ts';
import { endStalledConnections } from '../http/connections/stalled-connections.ts';
import { createApp, type RequestReaders } from '../http/create-app.ts';
import { RateLimits } from '../http/rate-limits/rate-limits.ts';
import type { LogStream } from '../http/request-log/log-stream.ts';
import { leaveBodiesToRoutes } from '../http/requests/request-body.ts';
import { createRequestIdReader } from '../http/requests/request-id.ts';
import { createSecrets } from '../http/requests/secrets.ts';
import { type CrossOrigin, createCrossOrigin } from '../http/responses/cross-origin.ts';
import { SHARED_SCHEMAS } from '../routes/responses.ts';
import type { ServerOptions } from './server-options.ts';

/** The server without its routes. */
export interface HttpServer {
  readonly app: FastifyInstance;
  readonly logStream: LogStream;
  readonly readers: RequestReaders;
  readonly rates: RateLimits;
  readonly admission: Admission;
  readonly connections: Connections;
  readonly turns: FairTurns;
  readonly reads: ReadTurns;
  readonly checkHost: CheckHost;
  readonly crossOrigin: CrossOrigin;
}

/** Creates the server; it does not listen yet. */
export async function createHttpServer(
  settings: ServerSettings,
  options: ServerOptions,
): Promise<HttpServer> {
  const readers = createRequestReaders(settings, options);
  const rates = new RateLimits({
    rates: {
      publish: settings.publishRate,
      yank: settings.yankRate,
      read: settings.readRate,
      exchange: settings.exchangeRate,
      'failed-authentication': settings.failedAuthRate,
    },
    addressOf: readers.addressOf,
    now: options.now ?? (() => performance.now()),
  });
  const { logStream = process.stderr } = options;
  const app = createRouter(settings, logStream, readers);
  const connections = watchConnections(app.server);
  endStalledConnections(app, settings.stallTimeoutMs);
  const isProxy = createProxyCheck(settings.trustedProxies);
  const admission = new Admission(app.server, settings, isProxy, (load) => logLoad(app, load));
  const visitors = { checkHost: createHostCheck(settings), crossOrigin: createCrossOrigin(settings) };
  const arrivals = new Arrivals();
  arrivals.watch(app.server);
  const turns = { turns: new FairTurns(arrivals), reads: new ReadTurns(arrivals) };
  return { app, logStream, readers, rates, admission, connections, ...turns, ...visitors };
}

/** Creates an instance of the framework that routes may be added to. */
export function createRouter(
  settings: ServerSettings,
  logStream: LogStream,
  readers: RequestReaders,
): FastifyInstance {
  const app = createApp(settings, logStream, readers);
  for (const schema of SHARED_SCHEMAS) app.addSchema(schema);
  leaveBodiesToRoutes(app);
  return app;
}

function createRequestReaders(settings: ServerSettings, { adminToken }: ServerOptions): RequestReaders {
  const secrets = createSecrets(adminToken);
  return {
    secrets,
    addressOf: createAddressFinder(settings.trustedProxies),
    requestIdOf: createRequestIdReader((id) => secrets.hide(id) !== id),
  };
}

function logLoad({ log }: FastifyInstance, { isOverloaded, delayMs, memoryBytes }: Load): void {
  const fields = { delay_ms: Math.round(delayMs), memory_bytes: memoryBytes };
  log.warn(fields, isOverloaded ? 'overloaded' : 'no longer overloaded');
}
