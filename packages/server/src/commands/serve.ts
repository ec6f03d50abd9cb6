// `prime-registry serve`: the registry as a process, from its first line to its last request.
import { flushCompileCache } from 'node:module';
import { buildServer } from '../build-server.ts';
import { loadSettings, readAdminToken } from '../config/load-settings.ts';
import { ALL_SETTINGS, type ServerSettings } from '../config/server-settings.ts';
import type { Command } from './command.ts';
import { drain } from './serve/drain.ts';
import { introduce } from './serve/introduce.ts';
import { listen } from './serve/listen.ts';
import { warnOfSettings } from './serve/setting-warnings.ts';
import { nextSignal, waitForStop } from './serve/stop-signals.ts';

export const serve: Command = {
  name: 'serve',
  summary: 'Run the registry.',
  settings: ALL_SETTINGS,
  async run(flags) {
    const settings = loadSettings({ flags: flags as SettingFlags, environment: process.env });
    const adminToken = readAdminToken(process.env);
    if (settings.workers === 1) {
      await serveAlone(settings, adminToken);
    } else {
      // Loaded for those who want it: one process is what most have.
      const { serveWithWorkers } = await import('./serve/primary.ts');
      await serveWithWorkers(settings, adminToken);
    }
    return 0;
  },
};

type SettingFlags = Readonly<Record<string, string | boolean | undefined>>;

async function serveAlone(settings: ServerSettings, adminToken: string | undefined): Promise<void> {
  const server = await buildServer(settings, { adminToken });
  const { log } = server.app;
  try {
    warnOfSettings(process.env, adminToken, (fields, message) => log.warn(fields, message));
    const port = await listen(server, settings);
    // Whoever reads that it runs may stop it.
    const stop = waitForStop();
    await introduce(settings, port, server.store, adminToken);
    // Written now rather than at the end: a process that is killed has no end.
    flushCompileCache();
    const signal = await stop;
    log.info({ signal, grace_ms: settings.shutdownGraceMs }, 'shutting down');
    await drain(server, settings.shutdownGraceMs, nextSignal());
  } catch (error) {
    await server.close();
    throw error;
  }
}
