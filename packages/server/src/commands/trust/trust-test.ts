// `prime-registry trust test`
import { readFile } from 'node:fs/promises';
import { text as readStream } from 'node:stream/consumers';
import { flag, UsageError, valued } from '@prime-registry/command-line';
import { MAX_ASSERTION_BYTES } from '@prime-registry/identity';
import { type Command, settingsNamed } from '../command.ts';
import type { CommandHost } from '../command-host.ts';
import { DATA_SETTINGS, withExistingStore } from '../open-data.ts';
import { printItem } from '../output.ts';
import { readMoment } from '../read-options.ts';
import { explainToken } from './explain-token.ts';
import { toJson, toText } from './print-explanation.ts';

export const trustTest: Command = {
  settings: [...DATA_SETTINGS, ...settingsNamed('public-url', 'upstream-proxy', 'upstream-cafile')],
  options: {
    audience: valued('<url>', "What 'aud' must be; default the setting public-url"),
    at: valued('<time>', 'As if it were this time, such as 2026-11-23T09:30:00Z, or 2h for two hours ago'),
    offline: flag('Do not ask the issuer for its keys: the signature is not checked'),
    json: flag('Print JSON'),
  },
  async run({ audience, at, offline, json, ...flags }, [file = ''], host) {
    const token = (await readToken(file, host)).trim();
    const nowMs = at === undefined ? Date.now() : readMoment('--at', String(at), Date.now());
    const explanation = await withExistingStore(host, flags, (store, settings) =>
      explainToken(token, {
        ...{ store, settings, nowMs, isOffline: offline === true },
        audience: audience === undefined ? settings.publicUrl : String(audience),
      }),
    );
    await printItem(host, json, explanation, toJson, toText);
    return explanation.isAllowed ? 0 : 1;
  },
};

async function readToken(file: string, { stdin }: CommandHost): Promise<string> {
  try {
    const text = file === '-' ? await readStream(stdin) : await readFile(file, 'utf8');
    // The message of a longer one would be about its form.
    return text.slice(0, 2 * MAX_ASSERTION_BYTES);
  } catch (error) {
    throw new UsageError(
      `${file} cannot be read (${(error as NodeJS.ErrnoException).code ?? 'unknown error'})`,
    );
  }
}
