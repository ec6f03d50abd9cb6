// `prime-registry serve`: runs the registry.
import { readAdminToken } from '../../config/load-settings.ts';
import { ALL_SETTINGS } from '../../config/server-settings.ts';
import type { Command } from '../command.ts';
import { settingsOf } from '../open-data.ts';

export const serve: Command = {
  settings: ALL_SETTINGS,
  async run(flags, _parameters, host) {
    const settings = settingsOf(host, flags);
    const adminToken = readAdminToken(host.env);
    // Loaded on demand: other commands and a primary do not need a whole server in memory.
    if (settings.workers === 1) {
      const { serveAlone } = await import('./alone.ts');
      await serveAlone(settings, adminToken);
    } else {
      const { serveWithWorkers } = await import('./primary.ts');
      await serveWithWorkers(settings, adminToken);
    }
    return 0;
  },
};
