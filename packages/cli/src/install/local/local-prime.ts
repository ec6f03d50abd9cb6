// Primes of this machine, a folder or a tarball, installed to try them before they are published.
import { createReadStream } from 'node:fs';
import { open, stat } from 'node:fs/promises';
import { basename, isAbsolute, join, relative, resolve, sep } from 'node:path';
import { toPrintable, UsageError } from '@prime-registry/command-line';
import { findHiddenInLine } from '@prime-registry/protocol';
import { SECRET_RULE_IDS } from '@prime-registry/secret-scan';
import type { CommandContext } from '../../command.ts';
import { CommandError } from '../../errors/command-error.ts';
import { createTemporaryFolder } from '../../files/temporary.ts';
import { checkTarball } from '../../pack/check-tarball.ts';
import { packPrime } from '../../pack/pack-folder.ts';
import { MANIFEST_FILE } from '../../pack/read-manifest.ts';
import { reportPacked } from '../../pack/report-packed.ts';
import { formatRequires } from '../lockfile/locked-requires.ts';
import type { Target } from '../look-up.ts';
import { LOCAL_PREFIX, MAX_LOCAL_LENGTH } from './local-path.ts';

/** The end of an error message for a name that is a folder here; empty for any other one. */
export async function suggestPath(folder: string, argument: string): Promise<string> {
  const found = await stat(join(folder, argument, MANIFEST_FILE)).catch(() => undefined);
  return found?.isFile() === true ? `; to install the Prime in that folder, write './${argument}'` : '';
}

/**
 * Packs local Primes into temporary files, and does something with them as long as these exist.
 * @param paths as typed, relative to the folder of the context
 */
export async function withLocalPrimes<T>(
  context: CommandContext,
  paths: readonly string[],
  work: (targets: readonly Target[]) => Promise<T>,
): Promise<T> {
  await using folders = new AsyncDisposableStack();
  const targets: Target[] = [];
  for (const path of paths) {
    const temporary = folders.use(await createTemporaryFolder());
    const target = await pack(context, path, join(temporary.path, 'prime.tar.gz'));
    if (targets.some(({ name }) => name === target.name)) {
      throw new UsageError(`${target.name} is in two of the given places; name one of them`);
    }
    targets.push(target);
  }
  // `await` is needed: the files are removed when this function returns.
  return await work(targets);
}

async function pack(context: CommandContext, given: string, temporaryPath: string): Promise<Target> {
  const { folder, signal, terminal } = context;
  const place = resolve(folder, given.replace(/^file:(?:\/\/(?=\/))?/, ''));
  const found = await stat(place).catch(() => undefined);
  if (found === undefined) throw new CommandError(`there is no folder or tarball ${place}`);
  // Nothing leaves this machine.
  const allowed = new Set(SECRET_RULE_IDS);
  const packed = found.isDirectory()
    ? await packPrime({ folder: place, temporaryPath, allowedSecrets: allowed, signal })
    : await copyTarball(place, temporaryPath, { allowed, judgesNames: false }, signal);
  reportPacked(packed, terminal);
  const { name, version } = packed.manifest;
  const requires = formatRequires(packed.manifest.requires ?? {});
  return {
    name: name.full,
    version: version.full,
    range: version.full,
    sha256: packed.sha256,
    ...(requires !== undefined && { requires }),
    registry: `${LOCAL_PREFIX}${describePath(folder, place)}`,
    file: temporaryPath,
  };
}

/** A copy, because the file may change between the check and the installation. */
async function copyTarball(
  place: string,
  temporaryPath: string,
  secrets: Parameters<typeof checkTarball>[1]['secrets'],
  signal: AbortSignal,
) {
  await using copy = await open(temporaryPath, 'wx');
  return await checkTarball(createReadStream(place), {
    ...{ place: basename(place), secrets, signal },
    keep: (chunk) => copy.writeFile(chunk),
  });
}

/** Relative to the project, with `/`, so that it means the same for others who have both folders. */
function describePath(projectFolder: string, place: string): string {
  const path = relative(projectFolder, place).split(sep).join('/');
  const shown = path === '' ? '.' : path;
  const problem =
    findHiddenInLine(shown) !== undefined || shown.length > MAX_LOCAL_LENGTH - LOCAL_PREFIX.length;
  if (problem)
    throw new CommandError(`lock.yaml cannot have the path ${toPrintable(shown)}; rename the folder`);
  return isAbsolute(shown) || shown.startsWith('.') ? shown : `./${shown}`;
}
