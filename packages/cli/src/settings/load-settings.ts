// Which settings hold: those of the command line over those of the environment, of the project and of the user.
import { type Flags, UsageError } from '@prime-registry/command-line';
import type { CommandContext } from '../command.ts';
import { configFolder } from './folders.ts';
import { parseRegistryUrl } from './registry-url.ts';
import { projectSettingsPath, readSettings, type Settings, userSettingsPath } from './settings-file.ts';

/** Where a setting comes from. */
export type SettingSource = 'flag' | 'environment' | 'project' | 'user';

/** The registry of a scope, and who says so. */
export interface Pin {
  readonly registry: string;
  readonly from: Extract<SettingSource, 'project' | 'user'>;
}

/** What holds for a command. */
export interface EffectiveSettings {
  /** Base URLs in the order in which they are asked; empty when none is configured. */
  readonly registries: readonly string[];
  /** Who named them: the first that names any gives the whole list. Undefined when nobody does. */
  readonly registriesFrom: SettingSource | undefined;
  /** By scope. Those of the user hold whatever the list is; those of the project not always, see `project-word.ts`. */
  readonly pins: ReadonlyMap<string, Pin>;
  /** The user's own file. */
  readonly user: Settings;
  /** The project's file, which may be somebody else's text. */
  readonly project: Settings;
  /** Where that file is, or would be. */
  readonly projectPath: string;
}

/** Reads all settings. @throws UsageError for a bad URL in a flag or a variable @throws ValidationError for a bad file */
export async function loadSettings(
  { folder, environment }: Pick<CommandContext, 'folder' | 'environment'>,
  flags: Flags = {},
): Promise<EffectiveSettings> {
  const projectPath = projectSettingsPath(folder);
  const [user, project] = await Promise.all([
    readSettings(userSettingsPath(configFolder(environment))),
    readSettings(projectPath),
  ]);
  const lists: readonly (readonly [SettingSource, readonly string[]])[] = [
    ['flag', parseUrls('--remote', Array.isArray(flags.remote) ? flags.remote : [])],
    ['environment', parseUrls('PRIME_REGISTRY', environment.PRIME_REGISTRY?.match(/\S+/g) ?? [])],
    ['project', project.registries],
    ['user', user.registries],
  ];
  const [registriesFrom, registries = []] = lists.find(([, urls]) => urls.length > 0) ?? [];
  return { registries, registriesFrom, pins: mergePins({ project, user }), user, project, projectPath };
}

/** The registry that is asked first. @throws UsageError that says how to configure one, when none is */
export function getFirst({ registries: [first] }: Pick<EffectiveSettings, 'registries'>): string {
  if (first !== undefined) return first;
  throw new UsageError(
    "no registry is configured; run 'prime config set registries <url>', set PRIME_REGISTRY, or give --remote <url>",
  );
}

/** The user's own pins win. */
function mergePins({ project, user }: Pick<EffectiveSettings, 'project' | 'user'>): Map<string, Pin> {
  const pins = new Map<string, Pin>();
  for (const [scope, registry] of project.scopes) pins.set(scope, { registry, from: 'project' });
  for (const [scope, registry] of user.scopes) pins.set(scope, { registry, from: 'user' });
  return pins;
}

/** Registries that were named on the command line or in the environment, each once. @throws UsageError */
export function parseUrls(where: string, texts: readonly string[]): string[] {
  return [...new Set(texts.map((text) => parseUrl(where, text)))];
}

/** A base URL that was given in the place called `where`. @throws UsageError */
export function parseUrl(where: string, text: string): string {
  const url = parseRegistryUrl(text);
  if (!url.ok) throw new UsageError(`${where}: ${url.message}`);
  return url.value;
}
