// The first page of help: every command by what people want to do.
import { COMMANDS } from './commands/index.ts';
import { findSimilar } from './similar-word.ts';
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
    'prime publishes, finds and installs Primes, packages of knowledge for agents.',
    'Usage: prime <command> [options]',
    ...sections,
    "'prime <command> --help' tells more.",
  ].join('\n\n')}\n`;
}

/** The command that was probably meant by a name that is none; undefined when none is near. */
export function findSimilarCommand(name: string): string | undefined {
  return findSimilar(
    name,
    COMMANDS.map((command) => command.name),
  );
}
