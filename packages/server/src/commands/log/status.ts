// `prime-registry log status`
import { escapeControls, flag, formatColumns, formatCount } from '@prime-registry/command-line';
import { formatTimestamp } from '@prime-registry/protocol/basics';
import type { LogName, WitnessProgress } from '@prime-registry/store';
import { HALT_REMEDY } from '../../log/halted.ts';
import { type LogStatus, readLogStatus } from '../../log/log-status.ts';
import { sha256 } from '../../signing/ed25519.ts';
import type { Command } from '../command.ts';
import { withExistingStore } from '../open-data.ts';
import { printItem } from '../output.ts';
import { LOG_SETTINGS, readLastSigned } from './log-data.ts';

/** Exit code: the log is halted, or the next server halts it. */
const HALTED = 2;

export const logStatus: Command = {
  settings: LOG_SETTINGS,
  options: { json: flag('Print JSON') },
  async run(flags, _parameters, host) {
    const status = await withExistingStore(host, flags, async (store, settings) =>
      readLogStatus({ store, sha256 }, await readLastSigned(settings)),
    );
    await printItem(host, flags.json, status, toJson, describe);
    return status.problem === undefined ? 0 : HALTED;
  },
};

function describe({ head, names, lastSigned, witnesses, problem }: LogStatus): string {
  const current = names.at(-1);
  const rows = [
    ['name', current?.origin ?? 'none yet: nothing was signed'],
    ...(current === undefined ? [] : [['key', current.vkey]]),
    ['entries', String(head.edge.size)],
    [
      'signed',
      lastSigned === undefined
        ? 'unknown: there is no mark next to the tarballs'
        : describeSigned(lastSigned),
    ],
    ...names.slice(0, -1).map((name, index) => ['before', describeFormer(name, names[index + 1])]),
    ...witnesses.map((witness) => ['witness', describeWitness(witness)]),
    ['state', problem === undefined ? 'in order' : `halted: ${problem}`],
  ];
  const remedy = problem === undefined ? '' : `\n${HALT_REMEDY}.`;
  return `${formatColumns(
    rows.map((row) => row.map(escapeControls)),
    '',
  )}${remedy}`;
}

function describeSigned({ checkpoint }: NonNullable<LogStatus['lastSigned']>): string {
  return `${formatCount(checkpoint.size, 'entry', 'entries')} as ${checkpoint.origin}`;
}

function describeWitness({ vkey, size, cosignedAtMs, problem }: WitnessProgress): string {
  const [name = ''] = vkey.split('+', 1);
  const cosigned =
    cosignedAtMs === undefined
      ? 'has cosigned nothing yet'
      : `has cosigned ${formatCount(size, 'entry', 'entries')} at ${formatTimestamp(cosignedAtMs)}`;
  return `${name} ${cosigned}${problem === undefined ? '' : `; ${problem}`}`;
}

/** Why a name or a key is a former one, is in the one after it. */
function describeFormer({ origin, vkey, endedAtSize }: LogName, next: LogName | undefined): string {
  const what = next?.origin === origin ? vkey : origin;
  const when =
    next === undefined ? '' : `, ${formatTimestamp(next.atMs)}: ${next.reason ?? 'no reason is known'}`;
  return `${what} until entry ${endedAtSize ?? 0}${when}`;
}

function toJson({ head, names, lastSigned, witnesses, problem }: LogStatus): object {
  return {
    log_id: head.logId,
    origin: names.at(-1)?.origin ?? null,
    vkey: names.at(-1)?.vkey ?? null,
    size: head.edge.size,
    signed_size: lastSigned?.checkpoint.size ?? null,
    halted: problem ?? null,
    witnesses: witnesses.map((witness) => ({
      ...{ vkey: witness.vkey, size: witness.size, problem: witness.problem ?? null },
      cosigned_at: witness.cosignedAtMs === undefined ? null : formatTimestamp(witness.cosignedAtMs),
    })),
    names: names.map(({ logId, origin, vkey, beganAtSize, atMs, endedAtSize, reason }) => ({
      ...{ log_id: logId, origin, vkey, began_at_size: beganAtSize, at: formatTimestamp(atMs) },
      ...{ ended_at_size: endedAtSize ?? null, reason: reason ?? null },
    })),
  };
}
