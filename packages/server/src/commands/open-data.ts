// The commands that work on the data folder, while a server may be running on it.
import { resolve } from 'node:path';
import { loadSettings } from '../config/load-settings.ts';
import { openStore } from '../open-store.ts';
import { type Command, type Flags, settingsNamed } from './command.ts';

type Store = Awaited<ReturnType<typeof openStore>>;

/** The settings that such a command takes. */
export const DATA_SETTINGS: Command['settings'] = settingsNamed('data');

/** Opens the store for as long as the work takes. */
export async function withStore<T>(flags: Flags, work: (store: Store) => Promise<T>): Promise<T> {
  const settings = loadSettings({
    flags: flags as Record<string, string | boolean>,
    environment: process.env,
  });
  const store = await openStore(settings);
  if (store.migration.isNew)
    process.stderr.write(`Made a new registry in ${resolve(settings.dataFolder)}.\n`);
  try {
    return await work(store);
  } finally {
    await store.close();
  }
}
