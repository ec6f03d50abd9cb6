// Creates the HTTP server without its routes: limits, timeouts, admission, rate limits and log.
import type { FastifyInstance } from 'fastify';
import { createNetworkCheck } from '../addresses/private-addresses.ts';
import type { ServerSettings } from '../config/server-settings.ts';
import { Admission } from '../http/admission/admission.ts';
import type { Load } from '../http/admission/load-monitor.ts';
import { Arrivals } from '../http/connections/arrivals.ts';
import { createAddressFinder } from '../http/connections/client-address.ts';
import { watchConnections } from '../http/connections/connections.ts';
import { FairTurns } from '../http/connections/fair-turns.ts';
import { createHostCheck } from '../http/connections/host-check.ts';
import { ReadTurns } from '../http/connections/read-turns.ts';
import { endStalledConnections } from '../http/connections/stalled-connections.ts';
import { createApp, type RequestReaders } from '../http/create-app.ts';
import { RateLimits } from '../http/rate-limits/rate-limits.ts';
import type { LogStream } from '../http/request-log/log-stream.ts';
import { leaveBodiesToRoutes } from '../http/requests/request-body.ts';
import { createRequestIdReader } from '../http/requests/request-id.ts';
import { createSecrets } from '../http/requests/secrets.ts';
import { createCrossOrigin } from '../http/responses/cross-origin.ts';
import { SHARED_SCHEMAS } from '../routes/responses.ts';
import type { ServerOptions } from './server-options.ts';

/** The server without its routes. */
export type HttpServer = Readonly<ReturnType<typeof createHttpServer>>;

/** Creates the server; it does not listen yet. */
export function createHttpServer(settings: ServerSettings, options: ServerOptions) {
  const secrets = createSecrets(options.adminToken);
  const readers: RequestReaders = {
    secrets,
    addressOf: createAddressFinder(settings.trustedProxies),
    requestIdOf: createRequestIdReader((id) => secrets.hide(id) !== id),
  };
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
  const isProxy = createNetworkCheck(settings.trustedProxies);
  const admission = new Admission(app.server, settings, isProxy, (load) => logLoad(app, load));
  const arrivals = new Arrivals();
  arrivals.watch(app.server);
  return {
    ...{ app, logStream, readers, rates, admission, connections },
    turns: new FairTurns(arrivals),
    /** Where connections of suspect networks wait. */
    reads: new ReadTurns(arrivals),
    checkHost: createHostCheck(settings),
    crossOrigin: createCrossOrigin(settings),
  };
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

function logLoad({ log }: FastifyInstance, { isOverloaded, delayMs, memoryBytes }: Load): void {
  const fields = { delay_ms: Math.round(delayMs), memory_bytes: memoryBytes };
  log.warn(fields, isOverloaded ? 'overloaded' : 'no longer overloaded');
}
