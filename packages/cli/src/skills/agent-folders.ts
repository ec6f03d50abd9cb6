// The folders of a project in which agents look for skills.
import { join } from 'node:path';
import { UsageError } from '@prime-registry/command-line';
import { unlessFailed } from '../errors/expected.ts';
import { hasOwnFolder } from '../files/own-folder.ts';

/** What most agents read. */
export const COMMON_FOLDER = '.agents/skills';

/** Agents that read another folder, or only that. */
const FOLDERS: Readonly<Record<string, string>> = {
  augment: '.augment/skills',
  'claude-code': '.claude/skills',
  continue: '.continue/skills',
  crush: '.crush/skills',
  devin: '.devin/skills',
  goose: '.goose/skills',
  junie: '.junie/skills',
  kiro: '.kiro/skills',
  'qwen-code': '.qwen/skills',
  roo: '.roo/skills',
  trae: '.trae/skills',
  windsurf: '.windsurf/skills',
};

/** Agents that read {@link COMMON_FOLDER}. */
const COMMON = [
  ...['amp', 'antigravity', 'cline', 'codex', 'cursor', 'droid', 'gemini-cli', 'github-copilot', 'kilo'],
  ...['opencode', 'pi', 'replit', 'universal', 'warp', 'zed'],
];

/** The names for `--agent`. */
const AGENT_NAMES: readonly string[] = [...COMMON, ...Object.keys(FOLDERS)].sort();

/** The folder of an agent, relative to the project. @throws UsageError for an unknown one */
export function folderOfAgent(agent: string): string {
  if (COMMON.includes(agent)) return COMMON_FOLDER;
  const folder = Object.hasOwn(FOLDERS, agent) ? FOLDERS[agent] : undefined;
  if (folder !== undefined) return folder;
  throw new UsageError(
    `'${agent}' is not an agent that prime knows; use one of ${AGENT_NAMES.join(', ')}, or --to`,
  );
}

/** {@link COMMON_FOLDER}, and the folders of agents whose settings the project has. */
export function detectFolders(projectFolder: string): string[] {
  const own = Object.values(FOLDERS).filter((folder) => {
    const [settings = ''] = folder.split('/');
    return isFolder(join(projectFolder, settings));
  });
  return [COMMON_FOLDER, ...own];
}

function isFolder(path: string): boolean {
  // Nothing is written behind a link unless the folder is named.
  return unlessFailed(() => hasOwnFolder(path)) === true;
}
