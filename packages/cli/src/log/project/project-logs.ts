// `.primes/logs.txt`, next to the lock file: which key the log of a registry has, and where in it the locked versions are.
// The format is that of Go's go.sum: a line says one thing, and git merges lines. It is a file of its own, so that every
// prime can read lock.yaml (docs/decisions/0048).
import { parsePrimeName, parseRegistryUrl, parseVersion } from '@prime-registry/protocol';
import { parseVerifierKey, TlogError } from '@prime-registry/tlog';
import { isA, unless } from '../../errors/expected.ts';
import { badLine, readLines, unknownLine, writeLines } from '../../files/line-file.ts';
import { projectLogsPath } from '../../install/primes-folder.ts';
import { NODE_CRYPTO } from '../node-crypto.ts';

/** Where a locked version is in the log of its registry. */
export interface LoggedPrime {
  readonly version: string;
  /** The place of its entry, from 0. */
  readonly index: number;
}

/** What a project knows of logs. */
export interface ProjectLogs {
  /** Verifier keys (C2SP signed-note) by the base URL of the registry. */
  readonly keys: ReadonlyMap<string, readonly string[]>;
  /** By the name of the Prime in the lock file. */
  readonly primes: ReadonlyMap<string, LoggedPrime>;
  /** The base URL of the registry whose log proves what comes through a mirror, by the name of the Prime. */
  readonly origins: ReadonlyMap<string, string>;
}

const UNKNOWN = "is neither '<registry> <key>' nor '<name> <version> <index>' nor '<name> <registry>'";

/** Keys of a registry: each rotation adds one, until a version is locked again. */
const MOST_KEYS = 100;

const HEADING =
  '# Written by prime. Commit it with lock.yaml: the logs of the registries, and where in them the Primes are.\n';

/** Reads the file; a missing one says nothing. @throws ValidationError at the first line that is wrong */
export async function readProjectLogs(projectFolder: string): Promise<ProjectLogs> {
  const path = projectLogsPath(projectFolder);
  const keys = new Map<string, string[]>();
  const primes = new Map<string, LoggedPrime>();
  const origins = new Map<string, string>();
  for (const [line, number] of await readLines(path)) {
    // Names begin with it, and addresses do not.
    const isOfPrime = line.startsWith('@');
    const key = isOfPrime ? undefined : parseKeyLine(line);
    const prime = isOfPrime ? parsePrimeLine(line) : undefined;
    const origin = isOfPrime && prime === undefined ? parseOriginLine(line) : undefined;
    const known = key && keys.get(key.registry);
    if (known !== undefined && known.length >= MOST_KEYS)
      throw badLine(path, number, `is one key of a registry too many; at most ${MOST_KEYS} are read`);
    if (key !== undefined) keys.set(key.registry, [...(known ?? []), key.vkey]);
    else if (prime !== undefined) primes.set(...prime);
    else if (origin !== undefined) origins.set(...origin);
    else throw unknownLine(path, line, number, UNKNOWN);
  }
  return { keys, primes, origins };
}

/** Writes the file, if it says something new; without anything to say there is none. */
export async function writeProjectLogs(
  projectFolder: string,
  { keys, primes, origins }: ProjectLogs,
): Promise<void> {
  const keyLines = [...keys].flatMap(([registry, vkeys]) => vkeys.map((vkey) => `${registry} ${vkey}`));
  const primeLines = [...primes].map(([name, { version, index }]) => `${name} ${version} ${index}`);
  const originLines = [...origins].map(([name, registry]) => `${name} ${registry}`);
  const lines = [...keyLines.sort(), ...[...primeLines, ...originLines].sort()];
  await writeLines(projectLogsPath(projectFolder), HEADING, lines);
}

function parseKeyLine(line: string): { readonly registry: string; readonly vkey: string } | undefined {
  const [registry = '', vkey, ...rest] = line.split(' ');
  if (vkey === undefined || rest.length > 0 || !isKey(vkey)) return undefined;
  const url = parseRegistryUrl(registry);
  return url.ok ? { registry: url.value, vkey } : undefined;
}

function isKey(text: string): boolean {
  return unless(isA(TlogError), () => parseVerifierKey(NODE_CRYPTO.sha256, text)) !== undefined;
}

function parsePrimeLine(line: string): [name: string, prime: LoggedPrime] | undefined {
  const [name = '', version = '', index = '', ...rest] = line.split(' ');
  const isGood =
    rest.length === 0 &&
    /^(?:0|[1-9]\d{0,15})$/.test(index) &&
    parsePrimeName(name).ok &&
    parseVersion(version).ok;
  return isGood ? [name, { version, index: Number(index) }] : undefined;
}

function parseOriginLine(line: string): [name: string, registry: string] | undefined {
  const [name = '', registry = '', ...rest] = line.split(' ');
  const url = parseRegistryUrl(registry);
  return rest.length === 0 && url.ok && parsePrimeName(name).ok ? [name, url.value] : undefined;
}
