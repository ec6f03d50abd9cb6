// A worker: one of the processes that serve a registry together. The primary starts it, nobody else does.
import cluster from 'node:cluster';
import { flushCompileCache } from 'node:module';
import { RegistryError } from '@prime-registry/protocol';
import { SettingError } from '../../config/setting.ts';
import { WorkerRegister } from '../../metrics/worker-register.ts';
import { buildServer, type RegistryServer } from '../../wiring/build-server.ts';
import { drain } from './drain.ts';
import { listen } from './listen.ts';
import type { Of, Order } from './messages.ts';
import { nextOrder, tell } from './primary-channel.ts';
import { createMetricsExchange } from './worker-metrics.ts';

const TELL_EVERY_MS = 1000;

// A terminal or a service manager sends these to every process at once; what follows from them is the primary's to say.
// When that is gone, so is the channel to it, and node:cluster ends this process at once.
for (const signal of ['SIGTERM', 'SIGINT'] as const) process.on(signal, () => undefined);

try {
  // All from the beginning: it may be told to stop while it is still starting.
  await work(nextOrder('start'), nextOrder('stop'), nextOrder('cut-off'));
} catch (error) {
  const cause = error instanceof RegistryError && error.cause instanceof Error ? error.cause : error;
  const message = cause instanceof Error ? cause.message : String(cause);
  await tell({ type: 'failed', message, isSetting: error instanceof SettingError });
}
// Not the end at once: what was cut off is still being removed.
cluster.worker?.disconnect();

async function work(
  start: Promise<Of<Order, 'start'>>,
  stop: Promise<unknown>,
  cutOff: Promise<unknown>,
): Promise<void> {
  const { worker, settings, adminToken } = await start;
  const register = new WorkerRegister(createMetricsExchange(worker));
  const server = await buildServer(settings, { adminToken, register, logStream: markLines(worker) });
  try {
    tellOfAnswers(server);
    await tell({ type: 'listening', port: await listen(server, settings) });
    flushCompileCache();
    await stop;
  } finally {
    await drain(server, settings.shutdownGraceMs, cutOff);
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

/** Tells the lines of this worker from those of the others. */
function markLines(worker: number) {
  return { write: (line: string) => void process.stderr.write(`{"worker":${worker},${line.slice(1)}`) };
}
