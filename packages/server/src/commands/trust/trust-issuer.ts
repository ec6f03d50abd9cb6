// `prime-registry trust issuer`
import { readFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import { type Flags, flag, UsageError, valued } from '@prime-registry/command-line';
import { findIssuerFormProblem, parseKeySet } from '@prime-registry/identity';
import type { TrustIssuer } from '@prime-registry/store';
import { operatorActs } from '../../actions/tokens/act.ts';
import { readAuthorities } from '../../config/outbound.ts';
import type { Command } from '../command.ts';
import { DATA_SETTINGS, withExistingStore } from '../open-data.ts';
import { printLine } from '../output.ts';

export const trustIssuer: Command = {
  settings: DATA_SETTINGS,
  options: {
    'jwks-file': valued(
      '<file>',
      'Its keys (JSON Web Key Set): it is never asked. All servers need the file under this path',
    ),
    'ca-file': valued('<file>', 'Certificate authorities for requests to it (PEM), likewise'),
    'allow-private-addresses': flag('It may be inside your network, or on this machine'),
  },
  async run(flags, [issuer = ''], host) {
    const problem = findIssuerFormProblem(issuer);
    if (problem !== undefined) throw new UsageError(problem);
    const setting: TrustIssuer = {
      issuer,
      jwksFile: await readKeyFile(flags['jwks-file']),
      caFile: readCaFile(flags['ca-file']),
      allowPrivateAddresses: flags['allow-private-addresses'] === true,
    };
    await withExistingStore(host, flags, (store) =>
      store.setTrustIssuer(setting, operatorActs('trust-issuer', Date.now())),
    );
    await printLine(host, describe(setting));
    return 0;
  },
};

async function readKeyFile(file: Flags[string]): Promise<string | undefined> {
  if (file === undefined) return undefined;
  const path = resolve(String(file));
  let text: string;
  try {
    text = await readFile(path, 'utf8');
  } catch (error) {
    const code = (error as NodeJS.ErrnoException).code ?? 'unknown error';
    throw new UsageError(`--jwks-file: ${path} cannot be read (${code})`);
  }
  const keys = parseKeySet(text);
  if (!keys.ok) throw new UsageError(`--jwks-file: the key set in ${path} ${keys.message}`);
  return path;
}

/** @throws SettingError */
function readCaFile(file: Flags[string]): string | undefined {
  if (file === undefined) return undefined;
  const path = resolve(String(file));
  readAuthorities(path);
  return path;
}

function describe({ issuer, jwksFile, caFile, allowPrivateAddresses }: TrustIssuer): string {
  if (jwksFile !== undefined) return `The keys of ${issuer} are those in ${jwksFile}.`;
  const authorities =
    caFile === undefined ? 'usual certificate authorities' : `certificate authorities in ${caFile}`;
  const where = allowPrivateAddresses ? 'at any address' : 'at public addresses only';
  return `The keys of ${issuer} are requested from it, with the ${authorities}, ${where}.`;
}
