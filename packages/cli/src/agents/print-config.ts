// `prime mcp --print-config`: the entry for prime in the file of an agent. Nothing is written.
import { type Flags, UsageError } from '@prime-registry/command-line';
import type { CommandContext } from '../command.ts';
import { loadAccess } from '../registries/registry-access.ts';
import { parseUrl } from '../settings/load-settings.ts';
import type { Agent, HttpServer, ServerEntry } from './agent.ts';
import { findPlace } from './agent-place.ts';
import { getAgent } from './known-agents.ts';
import { writeConfig } from './write-config.ts';

/** The environment variable that agents take the token from: the one that prime itself reads. */
const TOKEN_VARIABLE = 'PRIME_REGISTRY_TOKEN';

/** The entry for an agent. */
export interface AgentConfig {
  readonly agent: string;
  readonly reached: 'stdio' | 'http';
  /** The files that may have it, the usual one first. */
  readonly files: readonly { readonly scope: 'project' | 'user'; readonly path: string }[];
  readonly text: string;
  /** A command line of the agent that does the same. */
  readonly command?: string;
  /** Sentences for people. */
  readonly notes: readonly string[];
}

/** Makes the entry. @throws UsageError for an unknown agent, a wrong URL, or an agent without such entries */
export async function makeConfig(
  context: CommandContext,
  flags: Flags,
  agentName: string,
): Promise<AgentConfig> {
  const agent = getAgent(agentName);
  const files = agent.files(findPlace(context));
  const http = wantsHttp(flags) ? await findEndpoint(context, flags) : undefined;
  const args = argumentsFor(agent, context.folder, flags);
  const entry = http === undefined ? agent.stdio(args) : getEntry(agent, http);
  // A path with a space would need the quotes of a shell.
  const command = http === undefined && !args.some(needsQuotes) ? agent.commandLine?.(args) : undefined;
  return {
    agent: agent.name,
    reached: http === undefined ? 'stdio' : 'http',
    files,
    text: writeConfig(agent, entry, http),
    ...(command !== undefined && { command }),
    notes: [...(http === undefined ? [] : tokenNotes(agent, http)), ...(agent.advice ? [agent.advice] : [])],
  };
}

function wantsHttp({ http, registry }: Flags): boolean {
  return http === true || registry !== undefined;
}

function argumentsFor({ folder }: Agent, project: string, { online }: Flags): string[] {
  const path = folder === 'working' ? undefined : folder === 'absolute' ? project : folder.variable;
  return ['mcp', ...(path === undefined ? [] : ['-C', path]), ...(online === true ? ['--online'] : [])];
}

function getEntry(agent: Agent, http: HttpServer): ServerEntry {
  const entry = agent.http(http);
  if (entry !== undefined) return entry;
  throw new UsageError(
    `${agent.title} lists only commands in its file; 'prime mcp --print-config ${agent.name} --online' reaches the registries`,
  );
}

async function findEndpoint(context: CommandContext, flags: Flags): Promise<HttpServer> {
  const { settings, tokenFor } = await loadAccess(context, flags);
  const registry =
    typeof flags.registry === 'string' ? parseUrl('--registry', flags.registry) : settings.registries[0];
  if (registry === undefined)
    throw new UsageError("no registry is configured; name one with '--registry <url>'");
  const isPublic = tokenFor(registry).source === 'none';
  return { url: `${registry}/-/mcp`, tokenVariable: isPublic ? undefined : TOKEN_VARIABLE };
}

function tokenNotes({ name, title, readsVariables }: Agent, { tokenVariable }: HttpServer): string[] {
  if (tokenVariable === undefined) return [];
  if (!readsVariables)
    return [
      `${title} cannot take a token from the environment. If the registry needs one, use 'prime mcp --print-config ${name} --online' instead.`,
    ];
  return name === 'vscode'
    ? ['VS Code asks for the token once, and keeps it.']
    : [`The token is not in the text: set ${tokenVariable} where ${title} is started.`];
}

function needsQuotes(text: string): boolean {
  return !/^[\w./:@=-]+$/.test(text);
}
