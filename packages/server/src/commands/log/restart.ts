// `prime-registry log restart`
import { formatCount, UsageError, valued } from '@prime-registry/command-line';
import { MAX_LIFECYCLE_TEXT_LENGTH } from '@prime-registry/protocol';
import { findTextProblem } from '../../actions/lifecycle/public-text.ts';
import { operatorActs } from '../../actions/tokens/act.ts';
import type { ServerSettings } from '../../config/server-settings.ts';
import { currentNameOf, restartLog } from '../../log/restart-log.ts';
import { makeSigningKey, type SigningKey } from '../../signing/key-file.ts';
import { createKeyFile, readKeys } from '../../wiring/log/log-key-file.ts';
import type { Command } from '../command.ts';
import { withExistingStore } from '../open-data.ts';
import { openSecretCheck } from '../open-secret-check.ts';
import { printLine } from '../output.ts';
import { getKeyPath, LOG_SETTINGS, readLastSigned } from './log-data.ts';

export const logRestart: Command = {
  settings: LOG_SETTINGS,
  options: {
    reason: valued('<text>', 'Why, such as "restored from the backup of 2 November"; everybody can read it'),
  },
  async run(flags, _parameters, host) {
    const reason = flags.reason === undefined ? '' : String(flags.reason).trim();
    if (reason === '')
      throw new UsageError('--reason is missing: say why the log starts again; everybody can read it');
    const { before, origin, vkey, size, hasCosigned } = await withExistingStore(
      host,
      flags,
      async (store, settings) => {
        const secrets = openSecretCheck(host, store, settings);
        const problem = findTextProblem(
          reason,
          MAX_LIFECYCLE_TEXT_LENGTH,
          (given) => secrets.findIn(given).length > 0,
        );
        if (problem !== undefined && problem !== '') throw new UsageError(`--reason: the text ${problem}`);
        currentNameOf(await store.listLogNames());
        const key = await getOrMakeKey(settings);
        const order = {
          publicUrl: settings.publicUrl,
          key,
          reason,
          lastSigned: await readLastSigned(settings),
        };
        const restarted = await restartLog({ store, now: Date.now }, order);
        const details = { reason, before: restarted.before, origin: restarted.origin };
        await store.recordAct({ ...operatorActs('log-restart', Date.now()), details });
        const witnessed = await store.listWitnessedLogs();
        return { ...restarted, hasCosigned: witnessed.some(({ note }) => note !== undefined) };
      },
    );
    await printLine(
      host,
      `The log is called ${origin} from entry ${size} on; until then it was ${before}, with ${formatCount(size, 'entry', 'entries')}.`,
    );
    await printLine(host, `Its key is ${vkey}`);
    if (hasCosigned) await printLine(host, FORGETFUL_WITNESS);
    return 0;
  },
};

/** A database that went back has older heads of other logs, too. */
const FORGETFUL_WITNESS =
  'This registry is a witness, and may have forgotten what it has cosigned: remove witness.key, or replace the file of ' +
  'witness-key-file, start the servers again, and tell the others the new key.';

/** The current key. One that was lost is replaced, which only another name of the log allows. */
async function getOrMakeKey(settings: ServerSettings): Promise<SigningKey> {
  const path = getKeyPath(settings);
  const [key] = (await readKeys(settings)) ?? [];
  if (key !== undefined) return key;
  const made = makeSigningKey('prime-registry');
  if (await createKeyFile(path, [made])) return made;
  return getOrMakeKey(settings);
}
