// `prime log status`: the logs of the registries, and what this user knows of them.
import type { RegistryClient } from '@prime-registry/client';
import { formatColumns, formatNumber, toPrintable } from '@prime-registry/command-line';
import { mapConcurrently } from '@prime-registry/concurrency';
import { encodeBase64 } from '@prime-registry/tlog';
import { explainLogError } from '../explain-log-error.ts';
import type { RegistryLogs } from '../registry-logs.ts';
import type { LogState, LogStatus } from './log-result.ts';

/** Maximum number of registries that are asked at a time. */
const REGISTRY_LIMIT = 4;

/** Asks the registries. @throws CommandError with the evidence if a log is wrong */
export async function readStatus(
  clients: readonly RegistryClient[],
  logs: RegistryLogs,
  signal: AbortSignal,
): Promise<LogStatus> {
  const states = await mapConcurrently(clients, { limit: REGISTRY_LIMIT, signal }, (client, end) =>
    readState(client, logs, end),
  );
  return { action: 'status', logs: states };
}

async function readState(client: RegistryClient, logs: RegistryLogs, signal: AbortSignal): Promise<LogState> {
  const registry = client.baseUrl;
  const log = logs.of(client);
  try {
    const [head, trust] = [await log.readHead(signal), await log.findTrust(signal)];
    if (head === undefined || trust === undefined) return { registry };
    const description = await log.describe(signal);
    const others = description?.vkeys.filter((vkey) => !trust.vkeys.includes(vkey)) ?? [];
    return {
      ...{ registry, origin: head.origin, size: head.size, root: encodeBase64(head.root) },
      ...{ trusted_keys: trust.vkeys, trusted_by: trust.source },
      ...(others.length > 0 && { other_keys: others }),
      ...(description?.witnesses !== undefined && { witnesses: description.witnesses }),
      ...(description?.halted !== undefined && { halted: description.halted }),
      ...(description?.backfill && { backfill: description.backfill }),
    };
  } catch (error) {
    throw await explainLogError(error, { registry, stateFolder: logs.stateFolder });
  }
}

/** The logs for people. */
export function describeStatus({ logs }: LogStatus): string {
  return logs.map(describeState).join('\n');
}

const SOURCES: Readonly<Record<NonNullable<LogState['trusted_by']>, string>> = {
  policy: 'by your policy',
  user: 'by you',
  project: "by the project's logs.txt",
  'first-use': 'because it was the first one',
};

function describeWitness({ name, size }: NonNullable<LogState['witnesses']>[number]): string {
  return size === 0
    ? `${name} has cosigned nothing yet`
    : `${name} has cosigned ${formatNumber(size)} entries`;
}

function describeState(state: LogState): string {
  const { registry, origin, size = 0, root = '', trusted_by: by, backfill, halted } = state;
  if (origin === undefined) return `${registry} has no transparency log`;
  const trusted = by === undefined ? '' : SOURCES[by];
  const rows = [
    ['log', origin],
    ['entries', `${formatNumber(size)} (root ${root})`],
    ...(by === 'policy' ? [['trusted', trusted]] : []),
    ...(state.trusted_keys ?? []).map((vkey) => ['key', `${vkey}, trusted ${trusted}`]),
    ...(state.other_keys ?? []).map((vkey) => ['key', `${vkey}, not trusted`]),
    ...(backfill !== undefined && backfill.done < backfill.of
      ? [['taking in', `${formatNumber(backfill.done)} of ${formatNumber(backfill.of)} older versions`]]
      : []),
    ...(state.witnesses ?? []).map((witness) => ['witness', describeWitness(witness)]),
    ...(halted === undefined ? [] : [['halted', halted]]),
  ];
  return `${registry}\n${formatColumns(rows.map((row) => row.map(toPrintable)))}`;
}
