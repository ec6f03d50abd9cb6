// Configures the framework: limits, timeouts, log, errors outside of routes.
import { RegistryError } from '@prime-registry/protocol';
import Fastify, { type FastifyInstance } from 'fastify';
import type { ServerSettings } from '../config/server-settings.ts';
import { identify } from './add-hooks.ts';
import type { FindClientAddress } from './connections/client-address.ts';
import { handleClientError } from './connections/client-error.ts';
import { inTurns } from './connections/client-errors-in-turns.ts';
import { AccessLog } from './request-log/access-log.ts';
import type { LogStream } from './request-log/log-stream.ts';
import type { ReadRequestId } from './requests/request-id.ts';
import { routedTarget } from './requests/request-target.ts';
import type { Secrets } from './requests/secrets.ts';
import { handleError, sendProblem } from './responses/error-handler.ts';
import { createSchemaController } from './schema-compilers.ts';

/** What is read from every request, and how secrets are hidden. */
export interface RequestReaders {
  readonly addressOf: FindClientAddress;
  readonly requestIdOf: ReadRequestId;
  readonly secrets: Secrets;
}

/** Creates the framework's instance without routes. @param logStream - where log lines go */
export function createApp(
  settings: ServerSettings,
  logStream: LogStream,
  { addressOf, requestIdOf, secrets }: RequestReaders,
): FastifyInstance {
  const accessLog = new AccessLog({ stream: logStream, level: settings.logLevel, addressOf, secrets });
  const stream = { write: (line: string) => logStream.write(secrets.hide(line)) };
  const app = Fastify({
    logger: { level: settings.logLevel, stream, base: null, redact: ['req.headers'] },
    logController: accessLog,
    genReqId: requestIdOf,
    requestTimeout: settings.requestTimeoutMs,
    keepAliveTimeout: settings.keepAliveMs,
    http: {
      requestTimeout: settings.requestTimeoutMs,
      headersTimeout: Math.min(settings.headersTimeoutMs, settings.requestTimeoutMs),
      // Often enough for short timeouts.
      connectionsCheckingInterval: Math.min(settings.requestTimeoutMs, settings.headersTimeoutMs, 5000),
    },
    forceCloseConnections: 'idle',
    return503OnClosing: false,
    rewriteUrl: routedTarget,
    // Routes register HEAD themselves, with the headers of GET; the framework's would count the bytes of the
    // body.
    exposeHeadRoutes: false,
    // As long as a request line may be: the parsers limit names and versions.
    routerOptions: { maxParamLength: 16 * 1024 },
    clientErrorHandler: inTurns(handleClientError),
    schemaController: createSchemaController(),
    // A malformed path has no route, so no hook runs.
    frameworkErrors: (error, request, reply) => {
      const detail = 'The path has a malformed percent-escape; a percent sign itself is written %25.';
      identify(request, reply);
      sendProblem(reply as never, new RegistryError('invalid_request', { detail }, { cause: error }));
      accessLog.requestCompleted(undefined, request as never, reply as never);
    },
  });
  app.setErrorHandler(handleError);
  return app;
}
