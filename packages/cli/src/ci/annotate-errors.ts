// Annotates the error with which the work on a Prime fails.
import { stat } from 'node:fs/promises';
import { basename, isAbsolute, join, normalize, sep } from 'node:path';
import { RegistryRequestError } from '@prime-registry/client';
import type { FieldProblem } from '@prime-registry/protocol';
import type { CommandContext } from '../command.ts';
import { explainError } from '../errors/explain-error.ts';
import type { PlacedProblem } from '../errors/validation-error.ts';
import { INTERRUPTED, INVALID } from '../exit-code.ts';
import { MANIFEST_FILE, readManifestFile } from '../pack/read-manifest.ts';
import type { Annotation } from './annotation.ts';

type Context = Pick<CommandContext, 'terminal' | 'environment'>;

/** Errors that are annotated already: a workspace and each of its Primes see the same one. */
const seen = new WeakSet<Error>();

/**
 * Does the work. If it fails, the terminal gets an annotation for each problem.
 * @param place - absolute path of the folder of the Prime, or of a tarball @throws what the work throws
 */
export async function annotateErrors<T>(context: Context, place: string, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof Error && !seen.has(error)) {
      seen.add(error);
      for (const annotation of await describeError(error, context, place))
        context.terminal.annotate(annotation);
    }
    throw error;
  }
}

async function describeError(
  error: Error,
  { environment }: Context,
  place: string,
): Promise<readonly Annotation[]> {
  const { exitCode, code, message: text, hint, problems = [] } = explainError(error, environment);
  if (exitCode === INTERRUPTED) return [];
  // The folder of a runner says nothing to readers.
  const message = text.replaceAll(`${place}${sep}`, '').replaceAll(place, basename(place));
  const severity = 'error';
  const advice = hint === undefined ? '' : `; ${hint}`;
  // An outage is not the fault of a file.
  const isAboutFiles = exitCode === INVALID || !(error instanceof RegistryRequestError) || code in KEYS;
  const folder = isAboutFiles && (await isFolder(place)) ? place : undefined;
  if (problems.length === 0) {
    const at = folder === undefined ? {} : await findKey(join(folder, MANIFEST_FILE), KEYS[code]);
    return [{ severity, message: `${message}${advice}`, ...at }];
  }
  const annotations = problems.map(async (problem: PlacedProblem) => {
    const at = await findPlace(problem, folder);
    const what = at.isFile ? problem.message : `${problem.field}: ${problem.message}`;
    return { severity, message: `${what} (${message})${advice}`, ...at.place } as const;
  });
  return Promise.all(annotations);
}

/** The keys of a pack.yaml that errors of a registry are about. */
const KEYS: Readonly<Record<string, string>> = {
  version_exists: 'version',
  version_step_too_small: 'version',
  scope_not_allowed: 'name',
};

type Place = Pick<Annotation, 'path' | 'line' | 'column'>;

/** A field is a file of the Prime, or a key of its pack.yaml. */
async function findPlace(
  { field, line, column, path, key }: PlacedProblem,
  folder: string | undefined,
): Promise<{ readonly isFile: boolean; readonly place: Place }> {
  const position = line === undefined ? {} : { line, column };
  if (path !== undefined) {
    return { isFile: false, place: line === undefined ? await findKey(path, key) : { path, ...position } };
  }
  if (folder === undefined) return { isFile: false, place: {} };
  const file = join(folder, field);
  if (isInside(field) && (await stat(file).catch(() => undefined))?.isFile() === true)
    return { isFile: true, place: { path: file, ...position } };
  const manifest = join(folder, MANIFEST_FILE);
  return {
    isFile: false,
    place: line === undefined ? await findKey(manifest, field) : { path: manifest, ...position },
  };
}

function isInside(path: FieldProblem['field']): boolean {
  return !isAbsolute(path) && normalize(path).split(sep)[0] !== '..';
}

async function isFolder(place: string): Promise<boolean> {
  return (await stat(place).catch(() => undefined))?.isDirectory() === true;
}

/** The line of a key at the root of a pack.yaml; without a line if it is not found, nowhere if there is no file. */
async function findKey(path: string, key: string | undefined): Promise<Place> {
  const bytes = await readManifestFile(join(path, '..')).catch(() => undefined);
  if (bytes === undefined) return {};
  if (key === undefined) return { path };
  const lines = new TextDecoder().decode(bytes).split('\n');
  const index = lines.findIndex((text) => text.startsWith(key) && /^\s*:/.test(text.slice(key.length)));
  return index === -1 ? { path } : { path, line: index + 1 };
}
