// The wait of a command for the lock of its project, with a note about who has it.
import type { CommandContext } from '../../command.ts';
import type { LockOptions } from './project-lock.ts';

/** Waits until Ctrl-C, and says once for whom. */
export function noteWait({ signal, terminal }: Pick<CommandContext, 'signal' | 'terminal'>): LockOptions {
  return {
    signal,
    onWait: (holder, path) => terminal.note(`waiting for ${holder}, which holds the lock ${path} …`),
  };
}
