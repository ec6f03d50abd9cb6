// Shows the files of a Prime before its first publish, and asks at a terminal: what is published by mistake cannot be
// taken back.
import { isNotFound, isUnavailable, type RegistryClient } from '@prime-registry/client';
import { formatColumns, formatCount, formatSize, toPrintable } from '@prime-registry/command-line';
import type { CommandContext } from '../command.ts';
import type { CheckedTarball } from '../pack/check-tarball.ts';
import { requireConfirmation } from '../terminal/ask.ts';
import { notPublished } from './publish-outcome.ts';

/** A publish that may be the first one of its Prime. */
export interface FirstPublish {
  readonly registry: RegistryClient;
  readonly tarball: CheckedTarball;
  /** Whether the author has confirmed it already, with `--yes`. */
  readonly isConfirmed: boolean;
}

/** Maximum number of files that are shown. */
const SHOWN_FILES = 100;

/**
 * Lists the files on standard error if the registry does not have the Prime. At a terminal, asks whether to go on.
 * @throws CommandError if the answer is no
 * @throws RegistryRequestError if the registry cannot be reached
 */
export async function reviewFirstPublish(
  context: Pick<CommandContext, 'terminal' | 'signal'>,
  publish: FirstPublish,
): Promise<void> {
  const { terminal } = context;
  const { registry, tarball, isConfirmed } = publish;
  if (!(await isFirst(publish, context.signal))) return;
  const subject = tarball.manifest.name.full;
  const rows = tarball.files
    .slice(0, SHOWN_FILES)
    .map(({ path, sizeBytes }) => [formatSize(sizeBytes), toPrintable(path)]);
  terminal.note(`First publish of ${subject} to ${registry.baseUrl}, with these files:`);
  terminal.note(formatColumns(rows));
  const hidden = tarball.files.length - rows.length;
  if (hidden > 0)
    terminal.note(`  and ${formatCount(hidden, 'more file')}: 'prime pack --dry-run' lists them`);
  if (isConfirmed || !terminal.isInteractive) return;
  const question = `Publish ${formatCount(tarball.files.length, 'file')}? A published version cannot be changed.`;
  await requireConfirmation(context, question, `${subject} is not published: it was not confirmed`, {
    hint: "a .primeignore, or a list 'files:' in pack.yaml, says what is packed",
  });
}

/** Whether the registry says that it does not have the Prime. One that does not let its names be read says nothing. */
async function isFirst({ registry, tarball }: FirstPublish, signal: AbortSignal): Promise<boolean> {
  try {
    await registry.versions(tarball.manifest.name.full, { includeYanked: true, signal });
    return false;
  } catch (error) {
    if (isNotFound(error)) return true;
    if (isUnavailable(error) && error.reason !== 'status') {
      throw notPublished(error, tarball);
    }
    signal.throwIfAborted();
    return false;
  }
}
