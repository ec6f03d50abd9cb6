// A registry in one process.
import { flushCompileCache } from 'node:module';
import type { ServerSettings } from '../../config/server-settings.ts';
import { buildServer } from '../../wiring/build-server.ts';
import { type BackgroundRebuild, startRebuild } from './background-rebuild.ts';
import { drain } from './drain.ts';
import { introduce } from './introduce.ts';
import { listen } from './listen.ts';
import { logMigration } from './log-migration.ts';
import { warnOfSettings } from './setting-warnings.ts';
import { nextSignal, waitForStop } from './stop-signals.ts';

/** Serves until the process is told to stop. @param adminToken - a token that is taken beside the stored ones */
export async function serveAlone(settings: ServerSettings, adminToken: string | undefined): Promise<void> {
  const server = await buildServer(settings, { adminToken });
  const { log } = server.app;
  const info = (fields: object, message: string): void => log.info(fields, message);
  const warn = (fields: object, message: string): void => log.warn(fields, message);
  let rebuild: BackgroundRebuild | undefined;
  try {
    warnOfSettings(process.env, adminToken, warn);
    logMigration(server.migration, info);
    const port = await listen(server, settings);
    // Whoever reads that it runs may stop it.
    const stop = waitForStop();
    await introduce(settings, port, server.store, adminToken);
    rebuild = startRebuild(server.store, { info, warn });
    // Written now rather than at the end: a process that is killed has no end.
    flushCompileCache();
    const signal = await stop;
    log.info({ signal, grace_ms: settings.shutdownGraceMs }, 'shutting down');
    await rebuild.stop();
    await drain(server, settings.shutdownGraceMs, nextSignal());
  } catch (error) {
    await rebuild?.stop();
    await server.close();
    throw error;
  }
}
