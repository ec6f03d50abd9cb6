// `prime mcp`: the tools for agents over standard input and output. What serves, and what prints configurations, is
// loaded when it is needed: the first answer should come soon.
import { flag, toPrintable, UsageError, valued } from '@prime-registry/command-line';
import type { AgentConfig } from '../../agents/print-config.ts';
import type { Command } from '../../command.ts';

/** The entry for an agent; undefined after serving. */
export type McpResult = AgentConfig | undefined;

export const mcp: Command<McpResult> = {
  usage: {
    asksRegistries: true,
    options: {
      online: flag('Ask the registries for what is not installed'),
      'print-config': valued(
        '<agent>',
        "Print what this agent needs instead, such as claude-code; 'prime agents' lists those found here",
      ),
      http: flag('With --print-config: for the first registry itself, over HTTP'),
      registry: valued('<url>', 'With --print-config: for this registry, over HTTP'),
    },
    details: [
      'An agent starts this command and speaks the Model Context Protocol with it: standard output is the protocol, ' +
        'messages are on standard error. It ends with its input. Only Primes that are as lock.yaml has them are served; ' +
        'after an install, the new ones are. See docs/agents.md.',
    ],
    examples: [
      'mcp',
      'mcp --online',
      'mcp --print-config claude-code',
      'mcp --print-config cursor --registry https://primes.example.com',
    ],
  },

  async run(context, flags) {
    const agent = flags['print-config'];
    if (typeof agent === 'string') {
      const { makeConfig } = await import('../../agents/print-config.ts');
      return makeConfig(context, flags, agent);
    }
    if (flags.http === true || flags.registry !== undefined)
      throw new UsageError('--http and --registry are only for --print-config');
    if (flags.json === true)
      throw new UsageError('--json is only for --print-config: standard output is the protocol');
    const { serveProject } = await import('../../knowledge/serve-project.ts');
    await serveProject(context, flags);
    return undefined;
  },

  view: (config) => config?.text ?? '',

  afterwards(config, terminal) {
    if (config !== undefined) for (const line of describeConfig(config)) terminal.note(line);
  },
};

/** The lines about where it belongs. */
function describeConfig({ files, command, notes }: AgentConfig): string[] {
  const places = files.map(
    ({ scope, path }) => `${path} (${scope === 'user' ? 'for you' : 'for the project'})`,
  );
  return [
    ...(places.length === 0 ? [] : [`Add this to ${places.join(', or ')}.`]),
    ...(command === undefined ? [] : [`Or run: ${command}`]),
    ...notes,
  ].map(toPrintable);
}
