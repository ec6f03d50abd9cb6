// `prime-registry log key create <file>`
import { resolve } from 'node:path';
import { UsageError } from '@prime-registry/command-line';
import { firstOrigin } from '../../log/log-names.ts';
import { makeSigningKey } from '../../signing/key-file.ts';
import { createKeyFile } from '../../wiring/log/log-key-file.ts';
import { type Command, settingsNamed } from '../command.ts';
import { settingsOf } from '../open-data.ts';
import { printLine } from '../output.ts';

/** The name in the key until the log has one, which is the one that counts. */
const NAME = 'prime-registry';

export const logKeyCreate: Command = {
  settings: settingsNamed('public-url'),
  async run(flags, [file = ''], host) {
    const { publicUrl } = settingsOf(host, flags);
    const path = resolve(file);
    const name = publicUrl === '' ? NAME : firstOrigin(publicUrl, '');
    if (!(await createKeyFile(path, [makeSigningKey(name)])))
      throw new UsageError(`${path} exists already and is not overwritten; give another name`);
    await printLine(
      host,
      `Wrote a new private key of a log to ${path}. Give it to all servers as log-key-file.`,
    );
    return 0;
  },
};
