// How a command ends that cannot do its work: with one sentence about it and exit code 1, without a stack.
import { describeFullDisk } from './processes.ts';

/** Runs a command. What nobody expected is thrown, with its stack. @param prefix - before the sentence */
export async function failInASentence(run: () => Promise<void>, prefix = ''): Promise<void> {
  try {
    await run();
  } catch (error) {
    if (!(error instanceof Error)) throw error;
    const { code, path } = error as NodeJS.ErrnoException;
    const isFull = code === 'ENOSPC' || code === 'EDQUOT';
    if (!isFull && !isExpected(error, code)) throw error;
    process.stderr.write(`${prefix}${isFull ? describeFullDisk(path) : error.message}\n`);
    process.exitCode = 1;
  }
}

/** Errors that builds throw, wrong options, and what the system refuses. Faults in the code are of other classes. */
function isExpected(error: Error, code: string | undefined): boolean {
  if (code === undefined) return error.name === 'Error';
  return code.startsWith('ERR_PARSE_ARGS') || 'syscall' in error;
}
