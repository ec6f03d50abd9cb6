// A registry in one process.
import { flushCompileCache } from 'node:module';
import type { ServerSettings } from '../../config/server-settings.ts';
import { buildServer } from '../../wiring/build-server.ts';
import { type BackgroundRebuild, startRebuild } from './background-rebuild.ts';
import { drain } from './drain.ts';
import { introduce } from './introduce.ts';
import { listen } from './listen.ts';
import { logMigration } from './log-migration.ts';
import { LogOutput } from './log-output.ts';
import { requireWholeInstallation } from './require-whole-installation.ts';
import { warnOfSettings } from './setting-warnings.ts';
import { nextSignal, waitForStop } from './stop-signals.ts';
import { warnOfRestore } from './warn-of-restore.ts';

/** Serves until the process is stopped. @param adminToken - accepted in addition to the stored tokens */
export async function serveAlone(settings: ServerSettings, adminToken: string | undefined): Promise<void> {
  const output = new LogOutput({ stream: process.stderr });
  const server = await buildServer(settings, { adminToken, logStream: output, isStaged: true });
  const { log } = server.app;
  const info = (fields: object, message: string): void => log.info(fields, message);
  const warn = (fields: object, message: string): void => log.warn(fields, message);
  let rebuild: BackgroundRebuild | undefined;
  try {
    warnOfSettings(process.env, adminToken, warn);
    logMigration(server.migration, info);
    await warnOfRestore(settings.dataFolder, warn);
    const port = await listen(server, settings);
    // From the next line on, somebody may send a signal.
    const stop = waitForStop();
    await introduce(settings, port, server.store, adminToken);
    // A failure ends the server, like every other one at its start.
    await Promise.race([Promise.all([server.complete(), requireWholeInstallation()]), stop]);
    server.watchUpstreams();
    rebuild = startRebuild(server.store, { info, warn });
    // Now and not at exit: a process that is killed has no exit.
    flushCompileCache();
    const signal = await stop;
    log.info({ signal, grace_ms: settings.shutdownGraceMs }, 'shutting down');
    await rebuild.stop();
    await drain(server, settings.shutdownGraceMs, nextSignal());
  } catch (error) {
    await rebuild?.stop();
    await server.close();
    throw error;
  } finally {
    output.end();
  }
}
