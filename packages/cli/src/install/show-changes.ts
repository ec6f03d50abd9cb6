// The changes of an install as a table for people.
import { formatColumns, formatCount, formatSize, toPrintable } from '@prime-registry/command-line';
import type { Terminal } from '../terminal/terminal.ts';
import { describeReplacement } from './follow/replacement.ts';
import type { InstallChange } from './install-change.ts';
import type { InstallResult } from './run-install.ts';

/** The table, below what was replaced, and above a summary. */
export function showChanges(
  { changes, installed, followed = [] }: InstallResult,
  terminal: Terminal,
): string {
  if (changes.length === 0)
    return installed === 0 ? 'Nothing to install.' : `${formatCount(installed, 'Prime')}, nothing to do.`;
  const replaced = followed.map((each) => `${describeReplacement(each)}\n`).join('');
  const count = (action: InstallChange['action']) =>
    changes.filter((change) => change.action === action).length;
  const done = [
    [count('add'), 'added'],
    [count('update'), 'updated'],
    [count('restore'), 'restored'],
    [count('remove'), 'removed'],
  ] as const;
  const summary = done.filter(([number]) => number > 0).map(([number, what]) => `${number} ${what}`);
  const isLogged = changes.some(({ log }) => log?.state === 'logged' || log?.origin !== undefined);
  const rows = changes.map((change) => toRow(change, terminal, isLogged));
  return `${replaced}${formatColumns(rows, '')}\n${formatCount(installed, 'Prime')}: ${summary.join(', ')}.`;
}

const MARKS = { add: '+', update: '~', restore: '=', remove: '-' } as const;

function toRow(change: InstallChange, terminal: Terminal, isLogged: boolean): string[] {
  const {
    action,
    name,
    version,
    previous_version: previous,
    moved_to: movedTo,
    registry,
    required_by: requiredBy,
    atoms,
    unpacked_bytes: bytes,
    log,
    signed_by: signedBy = [],
  } = change;
  const mark = terminal.paint(action === 'remove' ? 'red' : 'green', MARKS[action]);
  const why = requiredBy === undefined ? '' : `required by ${requiredBy.join(', ')}`;
  const size =
    atoms === undefined || bytes === undefined ? '' : `${formatCount(atoms, 'atom')}, ${formatSize(bytes)}`;
  const moved = movedTo === undefined ? '' : ` (${movedTo})`;
  const versions = `${previous === undefined ? '' : `${previous} → `}${version}${moved}`;
  const dim = (text: string): string => terminal.paint('dim', text);
  const place = isLogged ? [dim(describeLog(log))] : [];
  const signers = signedBy.length === 0 ? '' : `signed by ${signedBy.join(', ')}`;
  return [`${mark} ${name}`, versions, size, dim(registry), ...place, dim(why), dim(signers)];
}

/** Where it is in the logs, such as `logged #1204`, or `logged #12, and #1204 of https://primes.example`. */
function describeLog(log: InstallChange['log']): string {
  const own = describePlace(log);
  if (log?.origin === undefined) return own;
  const { registry, index } = log.origin;
  return `${own === '' ? 'logged' : `${own}, and`} #${index} of ${toPrintable(registry)}`;
}

/** Where it is in the log of its registry. */
function describePlace(log: InstallChange['log']): string {
  if (log?.state !== 'logged') return '';
  const { index, type, published_at: publishedAt } = log;
  const isLater = type === 'import' && publishedAt !== undefined;
  return isLater ? `logged later #${index}, published ${publishedAt.slice(0, 10)}` : `logged #${index}`;
}
