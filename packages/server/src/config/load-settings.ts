// Loads settings from flags, the environment and one file. Flags override the environment, which overrides
// the file.
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { quote } from '@prime-registry/protocol/basics';
import { ADMIN_TOKEN_VARIABLE } from './access.ts';
import { ALL_SETTINGS, SETTINGS, type ServerSettings } from './server-settings.ts';
import { readSetting, type Setting, SettingError, variableOf } from './setting.ts';
import { fileVariableOf, readVariable } from './variable-file.ts';

/** The sources of settings. */
export interface SettingSources {
  /** Flags by setting name, and `config` for the file; a switch without a value is `true`. */
  readonly flags: Readonly<Record<string, string | boolean | undefined>>;
  readonly environment: Readonly<Record<string, string | undefined>>;
}

export const CONFIG_VARIABLE = 'PRIME_REGISTRY_CONFIG';

/**
 * Reads and checks every setting.
 * @throws SettingError with the setting, its source, its value and what is allowed; also for an unknown key
 *   in the file, so that a typo does not silently leave a default in force
 */
export function loadSettings({ flags, environment }: SettingSources): ServerSettings {
  const file = readConfigFile(flags.config ?? environment[CONFIG_VARIABLE]);
  const readGiven = (setting: Setting<unknown>): unknown => {
    const flag = flags[setting.name];
    if (flag !== undefined) return readSetting(setting, String(flag), `--${setting.name}`);
    const given = readVariable(withoutServiceLink(environment, setting), variableOf(setting));
    // What is in a file may be another secret than was meant.
    if (given?.isFromFile) return readSetting({ ...setting, isSecret: true }, given.text, given.givenBy);
    if (given !== undefined) return readSetting(setting, given.text, given.givenBy);
    const inFile = file.values.get(setting.name);
    if (inFile !== undefined) return readSetting(setting, inFile, file.path);
    return setting.default;
  };
  const read = (setting: Setting<unknown>): unknown => {
    const value = readGiven(setting);
    return setting.complete === undefined ? value : setting.complete(value, environment);
  };
  return Object.fromEntries(
    Object.entries(SETTINGS).map(([key, setting]) => [key, read(setting)]),
  ) as ServerSettings;
}

/** Kubernetes sets PRIME_REGISTRY_PORT to an address for a Service that is called prime-registry. */
function withoutServiceLink(
  environment: SettingSources['environment'],
  setting: Setting<unknown>,
): SettingSources['environment'] {
  const variable = variableOf(setting);
  if (!/^(tcp|udp|sctp):\/\//.test(environment[variable] ?? '')) return environment;
  return { ...environment, [variable]: undefined };
}

/**
 * Variables that look like settings but are none. They are only worth a warning: a container platform may set
 * variables with our prefix, such as `PRIME_REGISTRY_SERVICE_HOST` for a service called prime-registry.
 */
export function findUnknownVariables(environment: Readonly<Record<string, string | undefined>>): string[] {
  const values = [...ALL_SETTINGS.map(variableOf), ADMIN_TOKEN_VARIABLE];
  const known = new Set([...values, ...values.map(fileVariableOf), CONFIG_VARIABLE]);
  return Object.keys(environment).filter((name) => name.startsWith('PRIME_REGISTRY_') && !known.has(name));
}

/**
 * The admin token in the environment or the file that it names, if any.
 * @throws SettingError if an Authorization header cannot contain it (RFC 6750, section 2.1)
 */
export function readAdminToken(
  environment: Readonly<Record<string, string | undefined>>,
): string | undefined {
  const given = readVariable(environment, ADMIN_TOKEN_VARIABLE);
  if (given === undefined) return undefined;
  if (/^[0-9A-Za-z._~+/-]+=*$/.test(given.text)) return given.text;
  throw new SettingError(
    `${given.givenBy} is not a bearer token; use letters, digits and '-._~+/', without spaces`,
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
  // An empty document is an empty text in YAML's failsafe schema.
  if (content === null || content === '') return { path: file, values: new Map() };
  if (typeof content !== 'object' || Array.isArray(content)) {
    throw new SettingError(`config: ${quote(file)} must contain lines such as 'port: 4000'`);
  }
  const values = new Map<string, string>();
  for (const [name, value] of Object.entries(content)) {
    const setting = ALL_SETTINGS.find((known) => known.name === name);
    if (setting === undefined)
      throw new SettingError(`${quote(name)} in ${file} is not a setting; the settings are ${listNames()}`);
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
  // Loaded only for a file: without one, a short command needs no YAML.
  const { parse } = createRequire(import.meta.url)('yaml') as typeof import('yaml');
  try {
    return parse(readFileSync(file, 'utf8'), { schema: 'failsafe' });
  } catch (error) {
    throw new SettingError(`config: cannot read ${quote(file)}: ${(error as Error).message}`);
  }
}

function listNames(): string {
  return ALL_SETTINGS.map(({ name }) => name).join(', ');
}
