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

/** The names that other package managers have for a command. */
const OTHER_NAMES: Readonly<Record<string, string>> = {
  build: 'compile',
  i: 'install',
  list: 'ls',
  rm: 'remove',
  show: 'info',
  uninstall: 'remove',
  unpublish: 'yank',
  upgrade: 'update',
  view: 'info',
};

/** The command that a name of another program, or a mistyped one, most likely means; undefined when none is near. */
export function findSimilarCommand(name: string): string | undefined {
  if (Object.hasOwn(OTHER_NAMES, name)) return OTHER_NAMES[name];
  return findSimilar(
    name,
    COMMANDS.map((command) => command.name),
  );
}
