// `prime-registry log key import <file>`
import { readFile } from 'node:fs/promises';
import { text } from 'node:stream/consumers';
import { withLease } from '@prime-registry/concurrency';
import { quote } from '@prime-registry/protocol/basics';
import { sortKeys } from '../../log/log-names.ts';
import { LogChangeError } from '../../log/restart-log.ts';
import { KeyFileError, parseKeyFile, type SigningKey } from '../../signing/key-file.ts';
import { replaceKeyFile } from '../../wiring/log/log-key-file.ts';
import type { Command } from '../command.ts';
import type { CommandHost } from '../command-host.ts';
import { withExistingStore } from '../open-data.ts';
import { printLine } from '../output.ts';
import { getKeyPath, KEY_SETTINGS } from './log-data.ts';

export const logKeyImport: Command = {
  settings: KEY_SETTINGS,
  async run(flags, [file = ''], host) {
    const path = await withExistingStore(host, flags, async (store, settings) => {
      const target = getKeyPath(settings);
      const keys = await readImport(host, file);
      // A rotation at the same time would lose its new key, which is in no other file.
      await withLease(store, 'log-key', async () => {
        const names = await store.listLogNames();
        const name = names.at(-1);
        if (name !== undefined && !sortKeys(names, keys).hasCurrent)
          throw new LogChangeError(
            `${nameOf(file)} has not the key of the log, ${name.vkey}; nothing was changed. ` +
              "'prime-registry log key rotate' makes a new key, 'prime-registry log restart' begins a new name",
          );
        await replaceKeyFile(target, keys);
      });
      return target;
    });
    await printLine(host, `Wrote ${path}. Start the servers again, so that they sign with it.`);
    return 0;
  },
};

async function readImport(host: CommandHost, file: string): Promise<readonly SigningKey[]> {
  try {
    return parseKeyFile(file === '-' ? await text(host.stdin) : await readFile(file, 'utf8'));
  } catch (error) {
    const problem = error instanceof KeyFileError ? 'is no key file of the log' : 'cannot be read';
    throw new LogChangeError(`${nameOf(file)} ${problem}: ${(error as Error).message}`);
  }
}

function nameOf(file: string): string {
  return file === '-' ? 'standard input' : quote(file);
}
