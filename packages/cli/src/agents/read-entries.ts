// Whether the file of an agent has an entry for prime. The files are others': they are only read, anything in
// them may be wrong, and none of it is printed.
import { isJsonObject } from '@prime-registry/protocol/basics';
import { readProjectFile } from '../files/read-project-file.ts';
import type { Agent } from './agent.ts';
import { parseLooseJson } from './loose-json.ts';
import { readTomlTables } from './toml-tables.ts';
import { ENTRY_NAME } from './write-config.ts';

/** Agents keep histories in some of these files. */
const MAX_FILE_BYTES = 16 * 1024 * 1024;

/** How prime is reached by an agent. */
export type Reached = 'stdio' | 'http';

/** What a file says about prime. */
export type FileState =
  | { readonly state: 'absent' | 'without-entry' | 'unreadable' }
  | { readonly state: 'entry'; readonly reached: Reached };

/** Looks for an entry for prime, by its name or by what it starts or calls. */
export async function readEntry(
  agent: Pick<Agent, 'format' | 'list'>,
  path: string,
  project: string,
): Promise<FileState> {
  try {
    const text = await readProjectFile(path, MAX_FILE_BYTES);
    if (text === undefined) return { state: 'absent' };
    const lists = listsOf(await parse(agent, text), agent.list, project);
    const entries = lists.flatMap((list) => Object.entries(list));
    const found = entries.find(([name, entry]) => isJsonObject(entry) && isPrime(name, entry))?.[1];
    return isJsonObject(found) ? { state: 'entry', reached: reachedBy(found) } : { state: 'without-entry' };
  } catch {
    return { state: 'unreadable' };
  }
}

async function parse({ format, list }: Pick<Agent, 'format' | 'list'>, text: string): Promise<unknown> {
  if (format === 'json') return parseLooseJson(text);
  if (format === 'toml') return { [list]: readTomlTables(text, list) };
  const { parse: parseYaml } = await import('yaml');
  return parseYaml(text, { maxAliasCount: 100 });
}

/** The lists of servers: of the file, of its `servers` in OpenCode 2, and of this project in Claude Code. */
function listsOf(
  document: unknown,
  key: string,
  project: string,
): readonly Readonly<Record<string, unknown>>[] {
  if (!isJsonObject(document)) return [];
  const own = document[key];
  const projects = document.projects;
  const ofProject =
    isJsonObject(projects) && Object.hasOwn(projects, project) ? projects[project] : undefined;
  const nested = isJsonObject(own) ? own.servers : undefined;
  return [own, nested, isJsonObject(ofProject) ? ofProject[key] : undefined].filter(isJsonObject);
}

function isPrime(name: string, entry: Readonly<Record<string, unknown>>): boolean {
  if (name === ENTRY_NAME) return true;
  const url = urlOf(entry);
  if (url !== undefined) return url.endsWith('/-/mcp');
  const words = [entry.command, entry.cmd, entry.args].flat().filter((word) => typeof word === 'string');
  const [program = '', ...args] = words;
  const isStarted = /(?:^|[\\/])prime(?:\.cmd|\.exe)?$/.test(program) || args.includes('prime');
  return isStarted && args.includes('mcp');
}

function reachedBy(entry: Readonly<Record<string, unknown>>): Reached {
  return urlOf(entry) === undefined ? 'stdio' : 'http';
}

function urlOf({ url, httpUrl, serverUrl, uri }: Readonly<Record<string, unknown>>): string | undefined {
  return [url, httpUrl, serverUrl, uri].find((each) => typeof each === 'string');
}
