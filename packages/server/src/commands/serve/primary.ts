// The process that watches over several workers. It answers no request itself; the operator knows its process number, its
// standard output, and the signals that it takes.
import { flushCompileCache } from 'node:module';
import type { ServerSettings } from '../../config/server-settings.ts';
import { openStore } from '../../wiring/open-store.ts';
import { type BackgroundRebuild, startRebuild } from './background-rebuild.ts';
import { introduce } from './introduce.ts';
import { logMigration } from './log-migration.ts';
import { createPrimaryLog } from './primary-log.ts';
import { warnOfSettings } from './setting-warnings.ts';
import { nextSignal, waitForStop } from './stop-signals.ts';
import { WorkerPool } from './worker-pool.ts';

/** Serves with as many workers as the settings say, until it is told to stop. @throws as one process would */
export async function serveWithWorkers(
  settings: ServerSettings,
  adminToken: string | undefined,
): Promise<void> {
  const log = createPrimaryLog(settings.logLevel);
  const pool = new WorkerPool(settings, adminToken, log);
  // Before there are workers, so that they find the tables made and do not race for it.
  const store = await openStore(settings);
  let rebuild: BackgroundRebuild | undefined;
  try {
    logMigration(store.migration, log.info);
    warnOfSettings(process.env, adminToken, log.warn);
    const port = await pool.start();
    // Whoever reads that it runs may stop it.
    const stop = waitForStop();
    await introduce(settings, port, store, adminToken);
    // Here and not in the workers: their requests do not wait for it, and it is done once.
    rebuild = startRebuild(store, log);
    void rebuild.ended.then(() => store.close());
    flushCompileCache();
    const signal = await Promise.race([stop, pool.failure]);
    log.info({ signal, grace_ms: settings.shutdownGraceMs }, 'shutting down');
  } finally {
    await rebuild?.stop();
    await store.close();
    await pool.stop(nextSignal());
  }
}
