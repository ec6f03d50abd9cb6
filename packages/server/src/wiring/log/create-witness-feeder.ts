// Creates the part that asks witnesses to cosign the log.
import { parseVerifierKey, TlogError, type VerifierKey } from '@prime-registry/tlog';
import type { ServerSettings } from '../../config/server-settings.ts';
import { orSettingError } from '../../config/setting.ts';
import type { WitnessSettings } from '../../config/witnesses.ts';
import type { RegistryLog } from '../../log/registry-log.ts';
import { createWitnessMetrics } from '../../metrics/witness-metrics.ts';
import { sha256 } from '../../signing/ed25519.ts';
import { VERIFIERS } from '../../signing/verifiers.ts';
import { WitnessFeeder } from '../../witness/feeding/witness-feeder.ts';
import { HourlyProblems } from '../../witness/hourly-problems.ts';
import type { CommonParts } from '../common-parts.ts';
import { readWayOut } from '../way-out.ts';
import type { OpenedLog } from './open-log.ts';

/**
 * Creates the feeder; it does not begin yet. Undefined if there are no witnesses, or nothing is signed.
 * @throws SettingError for a key that is none
 */
export async function createWitnessFeeder(
  settings: ServerSettings,
  { storage, metrics, log, now }: CommonParts,
  opened: OpenedLog | undefined,
  registryLog: RegistryLog | undefined,
): Promise<WitnessFeeder | undefined> {
  const { witnesses, witnessIntervalMs } = settings;
  if (witnesses.length === 0) return undefined;
  if (opened === undefined || registryLog === undefined) {
    log.warn('the log is not signed, so no witness can cosign it');
    return undefined;
  }
  // Loaded on demand, with the HTTP client: few registries have witnesses.
  const { openWitnessClient } = await import('../../witness/feeding/witness-client.ts');
  const way = readWayOut(
    settings,
    witnesses.map(({ url }) => url),
  );
  const { store } = storage;
  const requests = createWitnessMetrics(
    metrics.register,
    storage,
    witnesses.map(({ vkey }) => vkey),
  );
  const problems = new HourlyProblems(now);
  return new WitnessFeeder({
    ...{ store, now, verifiers: VERIFIERS, intervalMs: witnessIntervalMs },
    changeStamp: store.changeStamp,
    async newestHead() {
      const { head, note } = await registryLog.newestHead();
      return { origin: registryLog.origin, size: head.edge.size, note };
    },
    proveConsistency: (from, to) => registryLog.proveConsistency(from, to),
    examine: (note) => opened.guard.examine(note),
    witnesses: witnesses.map((witness) => ({
      ...{ vkey: witness.vkey, key: openKey(witness) },
      client: openWitnessClient(witness, way),
    })),
    onOutcome({ key: { name } }, outcome) {
      requests.inc({ witness: name, outcome: outcome.kind });
      const problem = outcome.kind === 'cosigned' ? undefined : outcome.problem;
      const news = problems.note(name, problem);
      if (news === 'problem')
        log.warn({ witness: name, reason: problem }, 'a witness does not cosign the log');
      if (news === 'over') log.info({ witness: name }, 'a witness cosigns the log again');
    },
    onFailure: (error) => log.warn({ err: error }, 'witnesses cannot be asked; it is tried again'),
  });
}

function openKey({ url, vkey }: WitnessSettings): VerifierKey {
  const parse = () => parseVerifierKey(sha256, vkey);
  return orSettingError(TlogError, parse, `witnesses: the vkey of ${url}: `);
}
