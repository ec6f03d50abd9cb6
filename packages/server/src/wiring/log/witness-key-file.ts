// The file with the private key of a witness: the configured one, or `witness.key` in the data folder. Neither in the
// database nor in backups: a witness that went back must not go on under the same name.
import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import { quote } from '@prime-registry/protocol/basics';
import type { ServerSettings } from '../../config/server-settings.ts';
import { SettingError } from '../../config/setting.ts';
import { type Cosigner, openCosigner } from '../../signing/cosigner.ts';
import { makeSigningKey } from '../../signing/key-file.ts';
import { WITNESS_KEY_FILE } from '../storage/data-folder.ts';
import { createKeyFile, readKeyFile } from './log-key-file.ts';

/** What says where the key is. */
export type WitnessKeySettings = Pick<ServerSettings, 'dataFolder' | 'database' | 'witnessKeyFile'>;

/** The path of the file; undefined with PostgreSQL if none is configured: replicas need the same key. */
function findPath({ dataFolder, database, witnessKeyFile }: WitnessKeySettings): string | undefined {
  if (witnessKeyFile !== '') return witnessKeyFile;
  return database === '' ? join(dataFolder, WITNESS_KEY_FILE) : undefined;
}

/**
 * The key of the witness; undefined if there is none.
 * @throws SettingError if the file cannot be read or used, or the configured one is missing
 */
export async function readWitnessKey(settings: WitnessKeySettings): Promise<Cosigner | undefined> {
  const path = findPath(settings);
  if (path === undefined) return undefined;
  const givenBy = settings.witnessKeyFile === '' ? 'data' : 'witness-key-file';
  let keys: Awaited<ReturnType<typeof readKeyFile>>;
  try {
    keys = await readKeyFile(path);
  } catch (error) {
    throw new SettingError(`${givenBy}: ${(error as Error).message}`);
  }
  const [key] = keys ?? [];
  if (key !== undefined) return openCosigner(key);
  if (settings.witnessKeyFile === '') return undefined;
  throw new SettingError(
    `${givenBy}: there is no file ${quote(path)}; 'prime-registry witness key create' makes one`,
  );
}

/** The same; makes the key in the data folder at the first start. */
export async function openWitnessKey(
  settings: WitnessKeySettings & Pick<ServerSettings, 'publicUrl'>,
): Promise<Cosigner | undefined> {
  const known = await readWitnessKey(settings);
  const path = findPath(settings);
  if (known !== undefined || path === undefined) return known;
  await createKeyFile(path, [makeSigningKey(nameWitness(settings.publicUrl))]);
  return readWitnessKey(settings);
}

/** The name of a new key. @param publicUrl - without a slash at its end; empty if there is none */
export function nameWitness(publicUrl: string): string {
  return publicUrl === ''
    ? `prime-registry-${randomBytes(8).toString('hex')}/witness`
    : `${publicUrl.replace(/^https:\/\//, '')}/-/witness`;
}
