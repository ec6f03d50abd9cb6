// The problems of a command as a code quality report, which GitLab shows in merge requests.
import { createHash } from 'node:crypto';
import { writeFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import { formatJson, toPrintable, valued } from '@prime-registry/command-line';
import type { CommandContext } from '../command.ts';
import { type Annotation, toRepositoryPath } from './annotation.ts';

/** The option of a command. */
export const CODE_QUALITY_OPTION = valued(
  '<file>',
  'Also write the problems of files to this file, as a code quality report of GitLab',
);

const SEVERITIES = { error: 'major', warning: 'minor' } as const;

/** Does the work, and writes the report in any case: a job with an error needs it most. @throws what the work throws */
export async function reportCodeQuality<T>(
  context: CommandContext,
  file: string | undefined,
  work: () => Promise<T>,
): Promise<T> {
  if (file === undefined) return work();
  const write = (): Promise<void> => {
    const { annotations, ci } = context.terminal;
    return writeFile(
      resolve(context.folder, file),
      formatJson(toIssues(annotations, ci.root ?? context.folder)),
    );
  };
  let result: T;
  try {
    result = await work();
  } catch (error) {
    await write().catch(() =>
      context.terminal.warn(`the code quality report could not be written to ${toPrintable(file)}`),
    );
    throw error;
  }
  await write();
  return result;
}

/** Issues as GitLab reads them. What has no place in the repository is left out. */
function toIssues(annotations: readonly Annotation[], root: string): object[] {
  const seen = new Map<string, number>();
  return annotations.flatMap(({ severity, message, path: absolute, line }) => {
    const path = absolute === undefined ? undefined : toRepositoryPath(root, absolute);
    if (path === undefined) return [];
    const description = toPrintable(message);
    const key = [severity, path, description].join('\n');
    const count = (seen.get(key) ?? 0) + 1;
    seen.set(key, count);
    // Without the line: an issue stays the same if lines are inserted above it.
    const fingerprint = createHash('sha256').update(`${key}\n${count}`).digest('hex');
    const location = { path, lines: { begin: line ?? 1 } };
    return [{ description, check_name: 'prime', fingerprint, severity: SEVERITIES[severity], location }];
  });
}
