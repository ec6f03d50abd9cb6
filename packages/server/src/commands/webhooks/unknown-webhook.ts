// The answer of a command to the id of no webhook.
import type { CommandHost } from '../command-host.ts';

/** Explains it. @returns the exit code */
export function refuseUnknownWebhook({ stderr }: CommandHost, id: string): number {
  stderr.write(
    `prime-registry: there is no webhook ${JSON.stringify(id)}; 'prime-registry webhook list' shows them\n`,
  );
  return 1;
}
