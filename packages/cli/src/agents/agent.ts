// An agent that can start `prime mcp`, or call a registry: where it lists its servers, and in which form.
import type { Environment } from '../command.ts';

/** A value in the configuration of an agent. */
export type ConfigValue = string | boolean | readonly ConfigValue[] | { readonly [key: string]: ConfigValue };

export type ServerEntry = Readonly<Record<string, ConfigValue>>;

/** A file with the servers of an agent. */
export interface ServerFile {
  /** Whom the servers are for. */
  readonly scope: 'project' | 'user';
  /** Absolute. */
  readonly path: string;
}

/** Where an agent may be: what the paths of its files depend on. */
export interface AgentPlace {
  /** The folder of the project. */
  readonly project: string;
  readonly platform: NodeJS.Platform;
  readonly environment: Environment;
  /** The home folder of the user. */
  readonly home: string;
}

/** The endpoint of a registry. */
export interface HttpServer {
  readonly url: string;
  /** The environment variable with the token; undefined if none is needed. */
  readonly tokenVariable: string | undefined;
}

export interface Agent {
  /** The word for it on the command line. */
  readonly name: string;
  /** Its name for people. */
  readonly title: string;
  readonly format: 'json' | 'toml' | 'yaml';
  /** The key of the list of servers in its files. */
  readonly list: string;
  /**
   * How a server learns the folder of the project: the agent starts it there, knows a variable for it, or does
   * neither, and the path has to be written down.
   */
  readonly folder: 'working' | { readonly variable: string } | 'absolute';
  /** The folders and files that show that it is used; `project` relative to the project, `user` absolute. */
  traces(place: AgentPlace): { readonly project: readonly string[]; readonly user: readonly string[] };
  /** Its files, the one to change first. Empty if it has none on this platform. */
  files(place: AgentPlace): readonly ServerFile[];
  /** The entry for a command. */
  stdio(args: readonly string[]): ServerEntry;
  /** The entry for an endpoint; undefined if it has no file for those. */
  http(server: HttpServer): ServerEntry | undefined;
  /** Whether its entries can name the environment variable of a token. */
  readonly readsVariables: boolean;
  /** What belongs next to the list for an endpoint. */
  besides?(server: HttpServer): Readonly<Record<string, ConfigValue>>;
  /** The command line of the agent that makes the entry; undefined if it has none. */
  commandLine?(args: readonly string[]): string;
  /** What else a person has to know, a sentence. */
  readonly advice?: string;
}
