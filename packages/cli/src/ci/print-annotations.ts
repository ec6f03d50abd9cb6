// Prints what a command has noted for the forge.
import type { Terminal } from '../terminal/terminal.ts';

/** After everything else: the log is read from its beginning, and annotations are shown elsewhere. */
export async function printAnnotations(terminal: Terminal, folder: string, command: string): Promise<void> {
  const { annotations, ci } = terminal;
  if (annotations.length === 0 || !ci.readsWorkflowCommands) return;
  const { toWorkflowCommands } = await import('./annotation.ts');
  const root = ci.root ?? folder;
  terminal.streams.stderr.write(toWorkflowCommands(annotations, { root, title: `prime ${command}` }));
}
