// The primary process, which starts and watches the workers. It answers no requests. The operator knows its
// process id, its standard output and its signals.
import { flushCompileCache } from 'node:module';
import type { ServerSettings } from '../../config/server-settings.ts';
import { openStore } from '../../wiring/storage/open-store.ts';
import { type BackgroundRebuild, startRebuild } from './background-rebuild.ts';
import { introduce } from './introduce.ts';
import { logMigration } from './log-migration.ts';
import { LogOutput } from './log-output.ts';
import { createPrimaryLog } from './primary-log.ts';
import { requireWholeInstallation } from './require-whole-installation.ts';
import { warnOfSettings } from './setting-warnings.ts';
import { nextSignal, waitForStop } from './stop-signals.ts';
import { warnOfRestore } from './warn-of-restore.ts';
import { WorkerPool } from './worker-pool.ts';

/**
 * Serves with the configured number of workers until the process is stopped.
 * @throws as a single process would
 */
export async function serveWithWorkers(
  settings: ServerSettings,
  adminToken: string | undefined,
): Promise<void> {
  const output = new LogOutput({ stream: process.stderr });
  const log = createPrimaryLog(settings.logLevel, output);
  const pool = new WorkerPool(settings, adminToken, log);
  // Before there are workers: the migrations run once, without a race.
  const store = await openStore(settings);
  let rebuild: BackgroundRebuild | undefined;
  try {
    logMigration(store.migration, log.info);
    await warnOfRestore(settings.dataFolder, log.warn);
    warnOfSettings(process.env, adminToken, log.warn);
    const port = await pool.start();
    // From the next line on, somebody may send a signal.
    const stop = waitForStop();
    await introduce(settings, port, store, adminToken);
    // Here and not in the workers: their requests do not wait for it, and it runs once.
    rebuild = startRebuild(store, log);
    void rebuild.ended.then(() => store.close());
    flushCompileCache();
    // A failure ends the server, like every other one at its start.
    await Promise.race([requireWholeInstallation(), stop]);
    const signal = await Promise.race([stop, pool.failure]);
    log.info({ signal, grace_ms: settings.shutdownGraceMs }, 'shutting down');
  } finally {
    await rebuild?.stop();
    await store.close();
    await pool.stop(nextSignal());
    output.end();
  }
}
