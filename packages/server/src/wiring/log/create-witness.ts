// Creates the witness of the logs of upstreams.
import type { ServerSettings } from '../../config/server-settings.ts';
import type { Upstream } from '../../mirror/upstreams/upstream.ts';
import { VERIFIERS } from '../../signing/verifiers.ts';
import { LogsToWitness } from '../../witness/cosigning/logs-to-witness.ts';
import { Witness } from '../../witness/cosigning/witness.ts';
import { HourlyProblems } from '../../witness/hourly-problems.ts';
import type { CommonParts } from '../common-parts.ts';
import { openWitnessKey } from './witness-key-file.ts';

/** Creates the witness; at the first start, makes its key. Undefined if the registry is none. @throws SettingError */
export async function createWitness(
  settings: ServerSettings,
  { storage, log, now }: CommonParts,
  upstreams: readonly Upstream[],
): Promise<Witness | undefined> {
  if (!settings.isWitness) return undefined;
  const cosigner = await openWitnessKey(settings);
  if (cosigner === undefined) {
    log.warn(
      "this registry is no witness: with PostgreSQL, all servers need the same key. Make one with 'prime-registry " +
        "witness key create', and give its file as witness-key-file",
    );
    return undefined;
  }
  if (upstreams.length === 0)
    log.warn('this registry is a witness of the logs of its upstreams, and has no upstreams');
  const { store } = storage;
  const problems = new HourlyProblems(now);
  const logs = new LogsToWitness({
    ...{ store, upstreams, now },
    onFailure(upstream, error) {
      if (problems.note(upstream, String(error)) === 'problem')
        log.warn(
          { upstream, err: error },
          'the log of an upstream is not known, so this registry is no witness of it',
        );
    },
  });
  return new Witness({ ...{ store, logs, cosigner, now }, verifiers: VERIFIERS });
}
