// `prime-registry mirror status`
import {
  escapeControls,
  type Flags,
  flag,
  formatColumns,
  formatCount,
  formatSize,
} from '@prime-registry/command-line';
import { formatTimestamp } from '@prime-registry/protocol/basics';
import { type MirrorStatus, readMirrorStatus } from '../../mirror/mirror-status.ts';
import { KnownUpstreams } from '../../mirror/upstreams/known-upstreams.ts';
import { openUpstreams } from '../../wiring/mirror/open-upstreams.ts';
import { type Command, settingsNamed, UPSTREAM_SETTINGS } from '../command.ts';
import type { CommandHost } from '../command-host.ts';
import { interruptibly } from '../interrupt.ts';
import { DATA_SETTINGS, withLedger } from '../open-data.ts';
import { printJson, printLine } from '../output.ts';

const PAGE = 1000;

export const mirrorStatus: Command = {
  settings: [...DATA_SETTINGS, ...settingsNamed(...UPSTREAM_SETTINGS, 'mirror-max-bytes', 'mirror-max-age')],
  options: {
    primes: flag('List the mirrored Primes instead, and the upstream of each'),
    json: flag('Print JSON, one upstream or Prime a line'),
  },
  async run(flags, _parameters, host) {
    if (flags.primes === true) return listPrimes(host, flags);
    const statuses = await withLedger(host, flags, async (store, settings) => {
      const known = new KnownUpstreams({ store, now: Date.now, onFailure: () => undefined });
      const upstreams = await openUpstreams(settings, { known });
      try {
        return await readMirrorStatus({ store, upstreams, limits: settings, now: Date.now });
      } finally {
        await Promise.all(upstreams.map((upstream) => upstream.close()));
      }
    });
    if (flags.json === true) for (const status of statuses) await printJson(host, toJson(status));
    else if (statuses.length === 0)
      await printLine(host, 'There are no upstreams, and nothing is mirrored here.');
    else await printLine(host, statuses.map(describe).join('\n\n'));
    return 0;
  },
};

async function listPrimes(host: CommandHost, flags: Flags): Promise<number> {
  await withLedger(host, flags, (store) =>
    interruptibly('it only reads', async (signal) => {
      for (let after = ''; ; ) {
        const page = await store.listBindings(after, PAGE);
        for (const { name, origin, versions } of page) {
          signal.throwIfAborted();
          if (flags.json === true) await printJson(host, { name, url: origin, versions });
          else
            await printLine(host, escapeControls(`${name}  ${origin}  ${formatCount(versions, 'version')}`));
        }
        after = page.at(-1)?.name ?? '';
        if (page.length < PAGE) break;
      }
    }),
  );
  return 0;
}

function describe(status: MirrorStatus): string {
  const { origin, answer, isKnown, primes, versions, sizeBytes, lists, next } = status;
  const held = [formatCount(primes, 'Prime'), formatCount(versions, 'version'), formatSize(sizeBytes)];
  const rows = [
    ['answers', describeAnswer(answer)],
    ['its 404', isKnown ? 'counts if it explains itself' : 'counts as it is: no error was ever explained'],
    ['holds', held.join(', ')],
    ['came', describeSpan(status.firstPulledAtMs, status.lastPulledAtMs)],
    ['lists', lists === 0 ? '0' : `${lists}, checked ${describeChecks(status)}`],
    ['next eviction', `${formatCount(next.versions, 'version')}, ${formatSize(next.sizeBytes)}`],
  ];
  return `${escapeControls(origin)}\n${formatColumns(rows)}`;
}

function describeAnswer(answer: MirrorStatus['answer']): string {
  if (answer === undefined) return 'not asked: it is not among the upstreams';
  return answer.ok ? `yes, after ${answer.afterMs} ms` : escapeControls(`no: ${answer.reason}`);
}

function describeChecks({ firstCheckedAtMs, lastCheckedAtMs }: MirrorStatus): string {
  return describeSpan(firstCheckedAtMs, lastCheckedAtMs);
}

function describeSpan(firstMs: number | undefined, lastMs: number | undefined): string {
  if (firstMs === undefined || lastMs === undefined) return 'never';
  return firstMs === lastMs
    ? formatTimestamp(firstMs)
    : `from ${formatTimestamp(firstMs)} to ${formatTimestamp(lastMs)}`;
}

function toJson(status: MirrorStatus): object {
  const { origin, answer, isKnown, primes, versions, sizeBytes, lists, next } = status;
  return {
    url: origin,
    configured: answer !== undefined,
    answers: answer?.ok ?? null,
    answer_ms: answer?.ok === true ? answer.afterMs : null,
    explains_errors: isKnown,
    failure: answer?.ok === false ? answer.reason : null,
    ...{ primes, versions, size_bytes: sizeBytes },
    first_pulled_at: toTime(status.firstPulledAtMs),
    last_pulled_at: toTime(status.lastPulledAtMs),
    lists,
    first_checked_at: toTime(status.firstCheckedAtMs),
    last_checked_at: toTime(status.lastCheckedAtMs),
    next_eviction: { versions: next.versions, size_bytes: next.sizeBytes },
  };
}

function toTime(timeMs: number | undefined): string | null {
  return timeMs === undefined ? null : formatTimestamp(timeMs);
}
