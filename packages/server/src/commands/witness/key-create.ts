// `prime-registry witness key create <file>`
import { resolve } from 'node:path';
import { UsageError } from '@prime-registry/command-line';
import { openCosigner } from '../../signing/cosigner.ts';
import { makeSigningKey } from '../../signing/key-file.ts';
import { createKeyFile } from '../../wiring/log/log-key-file.ts';
import { nameWitness } from '../../wiring/log/witness-key-file.ts';
import { type Command, settingsNamed } from '../command.ts';
import { settingsOf } from '../open-data.ts';
import { printLine } from '../output.ts';

export const witnessKeyCreate: Command = {
  settings: settingsNamed('public-url'),
  async run(flags, [file = ''], host) {
    const path = resolve(file);
    const key = makeSigningKey(nameWitness(settingsOf(host, flags).publicUrl));
    if (!(await createKeyFile(path, [key])))
      throw new UsageError(`${path} exists already and is not overwritten; give another name`);
    await printLine(
      host,
      `Wrote a new private key of a witness to ${path}. Give it to all servers as witness-key-file. Its verifier key is\n${openCosigner(key).vkey}`,
    );
    return 0;
  },
};
