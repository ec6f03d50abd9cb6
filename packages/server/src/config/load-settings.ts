// Settings come from flags, the environment and one file, in this order; the first that gives a setting wins.
import { readFileSync } from 'node:fs';
import { quote } from '@prime-registry/protocol';
import { parse as parseYaml } from 'yaml';
import { ADMIN_TOKEN_VARIABLE } from './access.ts';
import { ALL_SETTINGS, SETTINGS, type ServerSettings } from './server-settings.ts';
import { readSetting, type Setting, SettingError, variableOf } from './setting.ts';

/** What the settings are read from. */
export interface SettingSources {
  /** Flags by setting name, and `config` for the file; a switch given alone is `true`. */
  readonly flags: Readonly<Record<string, string | boolean | undefined>>;
  readonly environment: Readonly<Record<string, string | undefined>>;
}

export const CONFIG_VARIABLE = 'PRIME_REGISTRY_CONFIG';

/**
 * Reads and checks every setting.
 * @throws SettingError naming the setting, where it was given, its value and what is allowed; also for a key
 *   in the file that no setting has, so that a slip of the pen does not silently leave a default in force.
 */
export function loadSettings({ flags, environment }: SettingSources): ServerSettings {
  const file = readConfigFile(flags.config ?? environment[CONFIG_VARIABLE]);
  const read = (setting: Setting<unknown>): unknown => {
    const flag = flags[setting.name];
    if (flag !== undefined) return readSetting(setting, String(flag), `--${setting.name}`);
    const variable = variableOf(setting);
    const text = environment[variable];
    if (text !== undefined && text !== '' && !isServiceLink(text))
      return readSetting(setting, text, variable);
    const inFile = file.values.get(setting.name);
    if (inFile !== undefined) return readSetting(setting, inFile, file.path);
    return setting.default;
  };
  return Object.fromEntries(
    Object.entries(SETTINGS).map(([key, setting]) => [key, read(setting)]),
  ) as ServerSettings;
}

/**
 * For a Service called prime-registry, Kubernetes sets PRIME_REGISTRY_PORT to its address: not what anybody
 * chose.
 */
function isServiceLink(text: string): boolean {
  return /^(tcp|udp|sctp):\/\//.test(text);
}

/**
 * Variables that look like settings and are none. Worth a warning and no more: a container platform may put
 * variables of its own beside ours, such as `PRIME_REGISTRY_SERVICE_HOST` for a service called
 * prime-registry.
 */
export function findUnknownVariables(environment: Readonly<Record<string, string | undefined>>): string[] {
  const known = new Set([...ALL_SETTINGS.map(variableOf), ADMIN_TOKEN_VARIABLE, CONFIG_VARIABLE]);
  return Object.keys(environment).filter((name) => name.startsWith('PRIME_REGISTRY_') && !known.has(name));
}

/**
 * The admin token that the operator gave in the environment, if any.
 * @throws SettingError when it could not be sent in an Authorization header (RFC 6750, section 2.1).
 */
export function readAdminToken(
  environment: Readonly<Record<string, string | undefined>>,
): string | undefined {
  const token = environment[ADMIN_TOKEN_VARIABLE];
  if (token === undefined || token === '') return undefined;
  if (/^[0-9A-Za-z._~+/-]+=*$/.test(token)) return token;
  throw new SettingError(
    `${ADMIN_TOKEN_VARIABLE} is not a bearer token; use letters, digits and '-._~+/', without spaces`,
  );
}

interface ConfigFile {
  readonly path: string;
  readonly values: ReadonlyMap<string, string>;
}

function readConfigFile(path: string | boolean | undefined): ConfigFile {
  if (path === undefined || path === '') return { path: '', values: new Map() };
  const file = String(path);
  const content = parseConfigFile(file);
  // A document without content is an empty text where nothing but text is known.
  if (content === null || content === '') return { path: file, values: new Map() };
  if (typeof content !== 'object' || Array.isArray(content)) {
    throw new SettingError(`config: ${quote(file)} must hold lines such as 'port: 4000'`);
  }
  const values = new Map<string, string>();
  for (const [name, value] of Object.entries(content)) {
    const setting = ALL_SETTINGS.find((known) => known.name === name);
    if (setting === undefined)
      throw new SettingError(`${quote(name)} in ${file} is no setting; there are ${listNames()}`);
    if (typeof value === 'object' && value !== null && setting.isStructured === true) {
      values.set(name, JSON.stringify(value));
      continue;
    }
    if (typeof value !== 'string')
      throw new SettingError(
        `${name}: a list or mapping (from ${file}) is not allowed; use ${setting.allowed}`,
      );
    values.set(name, value);
  }
  return { path: file, values };
}

function parseConfigFile(file: string): unknown {
  try {
    return parseYaml(readFileSync(file, 'utf8'), { schema: 'failsafe' });
  } catch (error) {
    throw new SettingError(`config: cannot read ${quote(file)}: ${(error as Error).message}`);
  }
}

function listNames(): string {
  return ALL_SETTINGS.map(({ name }) => name).join(', ');
}
