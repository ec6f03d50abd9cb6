// The first page of help: every command by what people want to do.
import { COMMANDS } from './commands/index.ts';
import { formatColumns } from './terminal/columns.ts';

/** What `prime --help` prints. */
export function describeCommands(): string {
  const groups = [...new Set(COMMANDS.map(({ group }) => group))];
  const sections = groups.map((group) => {
    const rows = COMMANDS.filter((command) => command.group === group).map(({ name, summary }) => [
      name,
      summary,
    ]);
    return `${group}:\n${formatColumns(rows)}`;
  });
  return `${[
    'prime publishes, finds and installs Primes: versioned packages of knowledge for AI agents.',
    'Usage: prime <command> [options]',
    ...sections,
    "'prime <command> --help' tells more.",
  ].join('\n\n')}\n`;
}

/** The command that was probably meant by a name that is none; undefined when none is near. */
export function findSimilarCommand(name: string): string | undefined {
  const ranked = COMMANDS.map((command) => ({
    name: command.name,
    distance: editDistance(name, command.name),
  }));
  const [nearest] = ranked.sort((a, b) => a.distance - b.distance);
  return nearest !== undefined && nearest.distance <= 2 ? nearest.name : undefined;
}

/** Levenshtein's distance; both texts are as short as command names. */
function editDistance(a: string, b: string): number {
  let row = Array.from({ length: b.length + 1 }, (_, index) => index);
  for (let i = 1; i <= a.length; i += 1) {
    const next = [i];
    for (let j = 1; j <= b.length; j += 1) {
      const substitution = (row[j - 1] ?? 0) + (a[i - 1] === b[j - 1] ? 0 : 1);
      next[j] = Math.min((row[j] ?? 0) + 1, (next[j - 1] ?? 0) + 1, substitution);
    }
    row = next;
  }
  return row[b.length] ?? 0;
}
