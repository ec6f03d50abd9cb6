// Paths of the files of agents, as their documentation has them.
import { posix, win32 } from 'node:path';
import type { AgentPlace, ServerFile } from './agent.ts';

export function projectFile({ platform, project }: AgentPlace, path: string): ServerFile {
  return { scope: 'project', path: pathsOf(platform).join(project, path) };
}

/** A file below the home folder. */
export function homeFile(place: AgentPlace, path: string): ServerFile {
  return { scope: 'user', path: homePath(place, path) };
}

/** A path below the home folder. */
export function homePath({ platform, home }: AgentPlace, path: string): string {
  return pathsOf(platform).join(home, path);
}

/** A path below the folder of applications: `%APPDATA%` on Windows, else below the home folder. */
export function applicationPath(
  place: AgentPlace,
  { windows, others }: { readonly windows: string; readonly others: string },
): string {
  const { platform, environment, home } = place;
  if (platform !== 'win32') return homePath(place, others);
  const given = environment.APPDATA;
  const folder =
    given !== undefined && win32.isAbsolute(given) ? given : win32.join(home, 'AppData', 'Roaming');
  return win32.join(folder, windows);
}

function pathsOf(platform: NodeJS.Platform): typeof posix {
  return platform === 'win32' ? win32 : posix;
}
