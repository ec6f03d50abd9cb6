// `prime-registry audit`
import { escapeControls, type Flags, flag, valued } from '@prime-registry/command-line';
import { formatTimestamp, parsePrimeName } from '@prime-registry/protocol/basics';
import type { AuditFilter, RecordedAuditEntry } from '@prime-registry/store';
import { AUDIT_ACTIONS } from '@prime-registry/store/ledger';
import { type Command, repeatable } from '../command.ts';
import type { CommandHost } from '../command-host.ts';
import { interruptibly } from '../interrupt.ts';
import { DATA_SETTINGS, withLedger } from '../open-data.ts';
import { printJson, printLine } from '../output.ts';
import { listOf, readMoment, readParsed, readWord } from '../read-options.ts';

const PAGE = 1000;

export const audit: Command = {
  settings: DATA_SETTINGS,
  options: {
    since: valued('<time>', 'From this time on: 2026-11-21, 2026-11-21T09:30:00Z, or 24h for the last day'),
    until: valued('<time>', 'Before this time, in the same forms'),
    action: repeatable('<word>', `One of ${AUDIT_ACTIONS.join(', ')}`),
    name: valued('<name>', 'Only acts on this Prime, such as @acme/web-style'),
    token: valued('<id>', 'Only acts with this token, and on it'),
    json: flag('Print JSON, one entry a line'),
  },
  async run(flags, _parameters, host) {
    const filter = readFilter(flags);
    const show = flags.json === true ? showAsJson : showAsText;
    await withLedger(host, flags, (store) =>
      interruptibly('it only reads', async (signal) => {
        for (let lastId = 0; ; ) {
          const entries = await store.listAuditEntries(filter, lastId, PAGE);
          for (const entry of entries) {
            signal.throwIfAborted();
            await show(host, entry);
          }
          lastId = entries.at(-1)?.id ?? 0;
          if (entries.length < PAGE) break;
        }
      }),
    );
    return 0;
  },
};

function readFilter({ since, until, action, name, token }: Flags): AuditFilter {
  const nowMs = Date.now();
  return {
    sinceMs: since === undefined ? undefined : readMoment('--since', String(since), nowMs),
    untilMs: until === undefined ? undefined : readMoment('--until', String(until), nowMs),
    actions: listOf(action)?.map((word) => readWord('--action', word, AUDIT_ACTIONS)),
    name: name === undefined ? undefined : readParsed(parsePrimeName(String(name)), '--name').full,
    tokenId: token === undefined ? undefined : String(token),
  };
}

function showAsJson(
  host: CommandHost,
  { id, atMs, actorId, actorName, ...entry }: RecordedAuditEntry,
): Promise<void> {
  return printJson(host, {
    id,
    at: new Date(atMs).toISOString(),
    action: entry.action,
    actor: { id: actorId, name: actorName },
    name: entry.name ?? null,
    version: entry.version ?? null,
    token_id: entry.tokenId ?? null,
    address: entry.address ?? null,
    request_id: entry.requestId ?? null,
    details: entry.details ?? {},
  });
}

const ACTION_WIDTH = Math.max(...AUDIT_ACTIONS.map((action) => action.length));

/** Columns of fixed width: the log is printed while it is read, so the longest cell is only known for actions. */
function showAsText(host: CommandHost, entry: RecordedAuditEntry): Promise<void> {
  const target = entry.name === undefined ? (entry.tokenId ?? '-') : `${entry.name} ${entry.version ?? ''}`;
  const cells = [
    formatTimestamp(entry.atMs),
    entry.action.padEnd(ACTION_WIDTH),
    target.trim().padEnd(32),
    `${entry.actorId} (${entry.actorName})`.padEnd(28),
    (entry.address ?? '-').padEnd(15),
    formatDetails(entry),
  ];
  return printLine(host, escapeControls(cells.join('  ')).trimEnd());
}

function formatDetails({ details = {} }: RecordedAuditEntry): string {
  return Object.entries(details)
    .map(
      ([key, value]) =>
        `${key}=${typeof value === 'string' && /^[\w.:@*-]+$/.test(value) ? value : JSON.stringify(value)}`,
    )
    .join(' ');
}
