// Advice about the entry for an agent, besides its text.
import { toPrintable } from '@prime-registry/command-line';
import type { AgentConfig } from './print-config.ts';

/** The lines about where it belongs. */
export function describeConfig({ files, command, notes }: AgentConfig): string[] {
  const places = files.map(
    ({ scope, path }) => `${path} (${scope === 'user' ? 'for you' : 'for the project'})`,
  );
  return [
    ...(places.length === 0 ? [] : [`Add this to ${places.join(', or ')}.`]),
    ...(command === undefined ? [] : [`Or run: ${command}`]),
    ...notes,
  ].map(toPrintable);
}
