// Writes a report into a document next to text by people.
import { readFile, writeFile } from 'node:fs/promises';

const BEGIN = '<!-- measured: begin; written by npm run bench -->';
const END = '<!-- measured: end -->';

/**
 * Writes the report between the two marker comments of the document. Text around them stays. A document
 * without them is created or replaced.
 */
export async function writeReport(path: string, report: string): Promise<void> {
  const block = `${BEGIN}\n\n${report.trimEnd()}\n\n${END}`;
  const before = await readIfThere(path);
  const [start, end] = [before.indexOf(BEGIN), before.indexOf(END)];
  const isMarked = start !== -1 && end > start;
  const after = isMarked
    ? before.slice(0, start) + block + before.slice(end + END.length)
    : `# Benchmarks\n\n${block}\n`;
  await writeFile(path, after);
}

async function readIfThere(path: string): Promise<string> {
  try {
    return await readFile(path, 'utf8');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return '';
    throw error;
  }
}
