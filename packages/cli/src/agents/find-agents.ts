// Finds the agents of a project and of its user, and whether they reach prime.
import { access } from 'node:fs/promises';
import { join } from 'node:path';
import type { Agent, AgentPlace, ServerFile } from './agent.ts';
import { AGENTS } from './known-agents.ts';
import { type Reached, readEntry } from './read-entries.ts';

/** An agent that is used here. */
export interface FoundAgent {
  readonly agent: Agent;
  /** What shows that: paths below the project, and absolute ones of the user. */
  readonly traces: readonly string[];
  /** Its files with an entry for prime. */
  readonly entries: readonly (ServerFile & { readonly reached: Reached })[];
  /** Its files that could not be understood. */
  readonly unreadable: readonly ServerFile[];
}

/** The agents of which there are traces, sorted by name. */
export async function findAgents(place: AgentPlace): Promise<FoundAgent[]> {
  const found = await Promise.all(AGENTS.map((agent) => examine(agent, place)));
  return found.filter(({ traces }) => traces.length > 0);
}

async function examine(agent: Agent, place: AgentPlace): Promise<FoundAgent> {
  const { project, user } = agent.traces(place);
  const candidates = [
    ...project.map((path) => ({ shown: path, path: join(place.project, path) })),
    ...user.map((path) => ({ shown: path, path })),
  ];
  const exist = await Promise.all(candidates.map(({ path }) => exists(path)));
  const files = await Promise.all(
    agent
      .files(place)
      .map(async (file) => ({ file, found: await readEntry(agent, file.path, place.project) })),
  );
  return {
    agent,
    traces: candidates.filter((_, index) => exist[index]).map(({ shown }) => shown),
    entries: files.flatMap(({ file, found }) =>
      found.state === 'entry' ? [{ ...file, reached: found.reached }] : [],
    ),
    unreadable: files.flatMap(({ file, found }) => (found.state === 'unreadable' ? [file] : [])),
  };
}

async function exists(path: string): Promise<boolean> {
  return access(path).then(
    () => true,
    () => false,
  );
}
