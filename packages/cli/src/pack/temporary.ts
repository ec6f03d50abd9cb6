// Places for a tarball that is not finished, or that is only wanted for a moment; what is there is removed in the end.
import { randomUUID } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, dirname, join } from 'node:path';

/** A path that is free again when this is disposed of. */
export interface TemporaryPath extends AsyncDisposable {
  readonly path: string;
}

/** The path of a file that is not there yet, beside the one that it will become. */
export function createTemporaryPath(besidePath: string): TemporaryPath {
  return removable(join(dirname(besidePath), `.${basename(besidePath)}.${randomUUID()}.prime-tmp`));
}

/** A folder that only this user can read. */
export async function createTemporaryFolder(): Promise<TemporaryPath> {
  return removable(await mkdtemp(join(tmpdir(), 'prime-publish-')));
}

function removable(path: string): TemporaryPath {
  return { path, [Symbol.asyncDispose]: () => rm(path, { recursive: true, force: true }) };
}
