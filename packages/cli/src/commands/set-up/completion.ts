// `prime completion`
import { UsageError } from '@prime-registry/command-line';
import type { Command, CommandEntry } from '../../command.ts';
import { writeBashScript } from '../../completion/bash.ts';
import { describeCompletion } from '../../completion/completed-command.ts';
import { writeFishScript } from '../../completion/fish.ts';
import { writeZshScript } from '../../completion/zsh.ts';

/** A completion script. */
export interface CompletionResult {
  readonly shell: string;
  readonly script: string;
}

const WRITERS = { bash: writeBashScript, zsh: writeZshScript, fish: writeFishScript } as const;

/** Makes the command. It completes all commands of the table, itself among them. */
export function createCompletion(commands: readonly CommandEntry[]): Command<CompletionResult> {
  return {
    usage: {
      parameters: ['<bash|zsh|fish>'],
      details: [
        'The script completes commands, their options and installed Primes without running prime. Its first lines say where to put it.',
      ],
      examples: ['completion bash > ~/.prime-completion.bash', 'completion zsh > ~/.zfunc/_prime'],
    },

    async run(_context, _flags, [shell = '']) {
      const write = isShell(shell) ? WRITERS[shell] : undefined;
      if (write === undefined) {
        throw new UsageError(
          `there is no script for '${shell}'; use one of ${Object.keys(WRITERS).join(', ')}`,
        );
      }
      const described = await Promise.all(
        commands.map(async (entry) => describeCompletion(entry, (await entry.load()).usage)),
      );
      return { shell, script: write(described) };
    },

    view({ script }) {
      return script;
    },
  };
}

function isShell(text: string): text is keyof typeof WRITERS {
  return Object.hasOwn(WRITERS, text);
}
