// All agents that prime knows.
import { findSimilar, UsageError } from '@prime-registry/command-line';
import type { Agent } from './agent.ts';
import { COMMAND_LINE_AGENTS } from './command-line-agents.ts';
import { EDITOR_AGENTS } from './editor-agents.ts';

/** Sorted by name. */
export const AGENTS: readonly Agent[] = [...COMMAND_LINE_AGENTS, ...EDITOR_AGENTS].sort((one, other) =>
  one.name < other.name ? -1 : 1,
);

/** An agent by its name. @throws UsageError that lists the names */
export function getAgent(name: string): Agent {
  const agent = AGENTS.find((each) => each.name === name);
  if (agent !== undefined) return agent;
  const names = AGENTS.map((each) => each.name);
  const similar = findSimilar(name, names);
  throw new UsageError(
    `there is no agent '${name}'; ${similar === undefined ? `use one of ${names.join(', ')}` : `did you mean '${similar}'?`}`,
  );
}
