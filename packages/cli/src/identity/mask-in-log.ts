// Tells the runner of a CI job which words are secret. prime never prints them; a program that runs later might.
import { isFile } from '../ci/guard-log.ts';
import type { Terminal } from '../terminal/terminal.ts';

/** Only where the runner reads the log itself: anywhere else the word would be shown. */
export function maskInLog({ ci, streams }: Terminal, secret: string): void {
  const { stderr } = streams;
  if (!ci.readsWorkflowCommands || isFile(stderr) || stderr.isTTY === true) return;
  stderr.write(`::add-mask::${secret}\n`);
}
