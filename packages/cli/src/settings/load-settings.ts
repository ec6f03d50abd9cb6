// The effective settings: the command line overrides the environment, which overrides the project and the
// user.

import { accept, type Flags, UsageError } from '@prime-registry/command-line';
import { parseRegistryUrl } from '@prime-registry/protocol';
import type { CommandContext } from '../command.ts';
import { configFolder } from './folders.ts';
import { projectSettingsPath, type Settings, userSettingsPath } from './settings.ts';
import { readSettings } from './settings-file.ts';

/** Where a setting comes from. */
export type SettingSource = 'flag' | 'environment' | 'project' | 'user';

/** The registry of a scope, and the source of the pin. */
export interface Pin {
  readonly registry: string;
  readonly from: Extract<SettingSource, 'project' | 'user'>;
}

/** The effective settings of a command. */
export interface EffectiveSettings {
  /** Base URLs in the order in which they are tried; empty if none is configured. */
  readonly registries: readonly string[];
  /** The source of the list: the first source that has one. Undefined if none has. */
  readonly registriesFrom: SettingSource | undefined;
  /** By scope. Pins of the user always apply; those of the project not always, see `project-trust.ts`. */
  readonly pins: ReadonlyMap<string, Pin>;
  /** The user's own file. */
  readonly user: Settings;
  /** The project's file, which is untrusted. */
  readonly project: Settings;
  /** The path of that file, whether it exists or not. */
  readonly projectPath: string;
}

/** Reads all settings. @throws UsageError for an invalid URL @throws ValidationError for an invalid file */
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

/** No registry is configured. */
export class NoRegistryError extends UsageError {}

/** The first registry. @throws UsageError that says how to configure one, if there is none */
export function getFirst({ registries: [first] }: Pick<EffectiveSettings, 'registries'>): string {
  if (first !== undefined) return first;
  throw new NoRegistryError(
    "no registry is configured; run 'prime config set registries <url>', set PRIME_REGISTRY, or give --remote <url>",
  );
}

/** The user's own pins take precedence. */
function mergePins({ project, user }: Pick<EffectiveSettings, 'project' | 'user'>): Map<string, Pin> {
  const pins = new Map<string, Pin>();
  for (const [scope, registry] of project.scopes) pins.set(scope, { registry, from: 'project' });
  for (const [scope, registry] of user.scopes) pins.set(scope, { registry, from: 'user' });
  return pins;
}

/** Registries from the command line or the environment, without duplicates. @throws UsageError */
export function parseUrls(where: string, texts: readonly string[]): string[] {
  return [...new Set(texts.map((text) => parseUrl(where, text)))];
}

/** A base URL; `where` names its source in errors. @throws UsageError */
export function parseUrl(where: string, text: string): string {
  return accept(parseRegistryUrl(text), `${where}: `);
}
