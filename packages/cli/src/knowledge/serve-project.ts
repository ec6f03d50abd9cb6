// Serves the installed Primes of a project over stdio. What reads them is loaded after the first answer, which does not
// need it: agents wait for that one.
import { type Flags, toPrintable } from '@prime-registry/command-line';
import { readVersion } from '@prime-registry/launch';
import { serveStdio } from '@prime-registry/mcp/stdio';
import type { CommandContext } from '../command.ts';
import { once } from '../once.ts';

/** When the tree is verified if no client has said anything, in milliseconds. */
const SILENCE_MS = 1_000;

/** Serves until the input ends or the command is interrupted. */
export async function serveProject(context: CommandContext, flags: Flags): Promise<void> {
  const { terminal, signal } = context;
  const report = (error: unknown): void => {
    if (signal.aborted) return;
    const text = error instanceof Error ? error.message : String(error);
    terminal.note(`${terminal.paintNote('red', 'error:')} ${toPrintable(text)}`);
    if (error instanceof Error && error.stack !== undefined) terminal.detail(toPrintable(error.stack));
  };
  const load = once(async () => {
    const { ProjectSource } = await import('./project-source.ts');
    return new ProjectSource(context, flags);
  });
  const open = async () => (await load()).open();
  // The problems of the tree are named at the start, not when an agent happens to ask.
  const verify = (): void => void open().catch(report);
  const silence = setTimeout(verify, SILENCE_MS);
  await serveStdio({
    source: open,
    skills: async () => (await load()).openSkills(),
    name: 'prime',
    version: readVersion(),
    isPrivate: true,
    elsewhere:
      flags.online === true
        ? undefined
        : 'Only installed Primes are read here; prime mcp --online asks registries, too.',
    onFailure: report,
    input: terminal.streams.stdin,
    output: terminal.streams.stdout,
    signal,
    onFirstAnswer: () => {
      clearTimeout(silence);
      setImmediate(verify);
    },
  });
  clearTimeout(silence);
}
