// `prime agents`
import { formatColumns, toPrintable } from '@prime-registry/command-line';
import { findPlace } from '../../agents/agent-place.ts';
import { findAgents } from '../../agents/find-agents.ts';
import type { Reached } from '../../agents/read-entries.ts';
import type { Command } from '../../command.ts';

/** The agents that are used here. */
export interface AgentsResult {
  /** Sorted by name. */
  readonly agents: readonly {
    /** The word for `prime mcp --print-config`. */
    readonly name: string;
    readonly title: string;
    /** What shows that it is used. */
    readonly found: readonly string[];
    /** The files with an entry for prime; empty if the agent does not reach it. */
    readonly entries: readonly {
      readonly file: string;
      readonly scope: 'project' | 'user';
      readonly reached: Reached;
    }[];
    /** Its files that could not be read or understood. */
    readonly unreadable?: readonly string[];
  }[];
}

export const agents: Command<AgentsResult> = {
  usage: {
    details: [
      "Looks for the files of agents in the project and in your home folder. It only reads them. 'prime mcp --print-config <name>' prints what an agent needs.",
    ],
    examples: ['agents', 'agents --json'],
  },

  async run(context) {
    const found = await findAgents(findPlace(context));
    return {
      agents: found.map(({ agent: { name, title }, traces, entries, unreadable }) => ({
        ...{ name, title, found: traces },
        entries: entries.map(({ path, scope, reached }) => ({ file: path, scope, reached })),
        ...(unreadable.length > 0 && { unreadable: unreadable.map(({ path }) => path) }),
      })),
    };
  },

  view({ agents: found }, terminal) {
    if (found.length === 0) return 'No agents were found here.';
    const rows = found.map(({ name, title, entries, found: [trace = ''] }) => {
      const [entry] = entries;
      const state =
        entry === undefined
          ? terminal.paint('dim', 'no entry')
          : `${entry.reached}, ${entry.scope === 'user' ? 'for you' : 'for the project'}`;
      return [name, title, state, terminal.paint('dim', toPrintable(entry?.file ?? trace))];
    });
    return formatColumns(rows, '');
  },

  afterwards({ agents: found }, terminal) {
    for (const file of found.flatMap(({ unreadable = [] }) => unreadable))
      terminal.warn(`${toPrintable(file)} could not be read or understood`);
    const [missing] = found.filter(({ entries }) => entries.length === 0);
    if (missing !== undefined)
      terminal.note(`'prime mcp --print-config ${missing.name}' prints what ${missing.title} needs.`);
  },
};
