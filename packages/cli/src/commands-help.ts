// The text of `prime --help`: all commands, grouped by what people want to do.
import { findSimilar, formatHelp } from '@prime-registry/command-line';
import { COMMANDS } from './command-table.ts';

/** What `prime --help` prints. */
export function describeCommands(): string {
  const groups = [...new Set(COMMANDS.map(({ group }) => group))];
  const lists = groups.map((title) => {
    const listed = COMMANDS.filter(({ group }) => group === title);
    return { title, rows: listed.map(({ name, summary }) => [name, summary]) };
  });
  return formatHelp(
    'prime publishes, finds and installs Primes, packages of knowledge for agents.',
    'Usage: prime <command> [options]',
    ...lists,
    "Run 'prime <command> --help' for details.",
  );
}

/** The command that a mistyped name most likely means; undefined when none is near. */
export function findSimilarCommand(name: string): string | undefined {
  return findSimilar(
    name,
    COMMANDS.map((command) => command.name),
  );
}
