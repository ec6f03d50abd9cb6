// The folders and files of the agents of this user and this project.
import { homedir } from 'node:os';
import type { CommandContext } from '../command.ts';
import type { AgentPlace } from './agent.ts';

/** The place of a command. */
export function findPlace({
  folder,
  environment,
}: Pick<CommandContext, 'folder' | 'environment'>): AgentPlace {
  const { platform } = process;
  // As os.homedir(), but of the environment of the command.
  const given = platform === 'win32' ? environment.USERPROFILE : environment.HOME;
  return { project: folder, platform, environment, home: given || homedir() };
}
