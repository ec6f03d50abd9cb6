// A worker process, started by the primary through `main.ts`.
import cluster from 'node:cluster';
import { flushCompileCache } from 'node:module';
import { RegistryError } from '@prime-registry/protocol';
import { SettingError } from '../../config/setting.ts';
import { WorkerRegister } from '../../metrics/worker-register.ts';
import { buildServer, type RegistryServer } from '../../wiring/build-server.ts';
import { drain } from './drain.ts';
import { listen } from './listen.ts';
import { LogOutput } from './log-output.ts';
import type { Of, Order } from './messages.ts';
import { nextOrder, tell } from './primary-channel.ts';
import { createMetricsExchange } from './worker-metrics.ts';

const TELL_EVERY_MS = 1000;

// A terminal or a service manager sends these signals to every process at once; only the primary acts on
// them. If the primary is gone, so is its channel, and node:cluster ends this process.
for (const signal of ['SIGTERM', 'SIGINT'] as const) process.on(signal, () => undefined);

try {
  // All three listeners from the beginning: the stop may come during the start.
  await work(nextOrder('start'), nextOrder('stop'), nextOrder('cut-off'));
} catch (error) {
  const cause = error instanceof RegistryError && error.cause instanceof Error ? error.cause : error;
  const message = cause instanceof Error ? cause.message : String(cause);
  await tell({ type: 'failed', message, isSetting: error instanceof SettingError });
}
// Not `exit`: aborted uploads are still being removed.
cluster.worker?.disconnect();

async function work(
  start: Promise<Of<Order, 'start'>>,
  stop: Promise<unknown>,
  cutOff: Promise<unknown>,
): Promise<void> {
  const { worker, settings, adminToken } = await start;
  const output = new LogOutput({ stream: process.stderr, worker });
  const register = new WorkerRegister(createMetricsExchange(worker));
  const server = await buildServer(settings, { adminToken, register, logStream: output, isStaged: true });
  try {
    tellOfAnswers(server);
    await tell({ type: 'listening', port: await listen(server, settings) });
    await Promise.race([server.complete(), stop]);
    server.watchUpstreams();
    flushCompileCache();
    await stop;
  } finally {
    await drain(server, settings.shutdownGraceMs, cutOff);
    output.end();
  }
}

function tellOfAnswers({ app }: RegistryServer): void {
  let wasJustTold = false;
  app.server.on('request', (_request, response) => {
    if (wasJustTold) return;
    wasJustTold = true;
    setTimeout(() => {
      wasJustTold = false;
    }, TELL_EVERY_MS).unref();
    response.once('finish', () => tell({ type: 'served' }));
  });
}
