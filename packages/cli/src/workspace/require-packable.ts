// Packs all changed Primes of a workspace before the first publish: one that cannot be packed, or has a stale compiled
// form, must not be noticed after others were published.
import { relative } from 'node:path';
import type { FieldProblem } from '@prime-registry/protocol';
import { ValidationError } from '../errors/validation-error.ts';
import { packPrime } from '../pack/pack-folder.ts';
import { requireFresh } from '../pack/require-fresh.ts';

/** What to pack. */
interface PackableFolders {
  /** Absolute path of the workspace. */
  readonly root: string;
  /** Absolute paths of the Primes. */
  readonly folders: readonly string[];
  readonly allowedSecrets: ReadonlySet<string>;
  readonly allowsStale: boolean;
  readonly signal: AbortSignal;
}

/** @throws ValidationError with the problems of all Primes; of a single one, its own error */
export async function requirePackable({ root, folders, ...options }: PackableFolders): Promise<void> {
  const failed: { folder: string; error: ValidationError }[] = [];
  for (const folder of folders) {
    try {
      await packOne(folder, options);
    } catch (error) {
      if (!(error instanceof ValidationError)) throw error;
      failed.push({ folder, error });
    }
  }
  const [first] = failed;
  if (first === undefined) return;
  if (failed.length === 1) throw first.error;
  const problems = failed.flatMap(({ folder, error }): FieldProblem[] => {
    const place = relative(root, folder);
    if (error.problems.length === 0) return [{ field: place, message: error.message }];
    return error.problems.map((problem) => ({ ...problem, field: `${place}/${problem.field}` }));
  });
  throw new ValidationError(
    `${failed.length} Primes of ${root} cannot be packed; nothing was published`,
    problems,
    first.error.hint === undefined ? {} : { hint: first.error.hint },
  );
}

async function packOne(
  folder: string,
  { allowedSecrets, allowsStale, signal }: Omit<PackableFolders, 'root' | 'folders'>,
): Promise<void> {
  const packed = await packPrime({ folder, allowedSecrets, signal });
  if (!allowsStale) requireFresh(packed, folder);
}
