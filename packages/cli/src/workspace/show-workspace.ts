// The report about a workspace, for people.
import { formatColumns, formatCount, toPrintable } from '@prime-registry/command-line';
import type { Terminal } from '../terminal/terminal.ts';
import type { WorkspaceResult } from './publish-workspace.ts';

/** One row a Prime, and a sentence. */
export function describeWorkspace(
  { primes, dry_run: isDryRun }: WorkspaceResult,
  terminal: Terminal,
): string {
  const rows = primes.map(({ name, version, previous_version: previous, outcome, why, reasons }) => [
    `${outcome === 'published' ? terminal.paint('green', '+') : '='} ${name}`,
    previous === undefined ? version : `${previous} → ${version}`,
    outcome === 'published' ? toPrintable(describeReasons(reasons, why)) : 'unchanged',
  ]);
  const published = primes.filter(({ outcome }) => outcome === 'published').length;
  const rest = primes.length - published;
  const done = isDryRun ? 'would be published (--dry-run)' : 'published';
  return `${formatColumns(rows, '')}\n${formatCount(published, 'Prime')} ${done}, ${rest} unchanged.`;
}

/** The first change, and how many there are besides. */
function describeReasons([first, ...others]: readonly string[], why: string): string {
  if (first === undefined) return why;
  return others.length === 0 ? first : `${first}, and ${others.length} more`;
}
