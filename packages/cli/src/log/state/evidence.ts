// Writes down what proves that a log contradicts itself. The notes alone are not enough: without the hashes between them
// nobody else can see the contradiction.
import { join } from 'node:path';
import { toPrintableText } from '@prime-registry/command-line';
import { replaceFile } from '../../files/replace-file.ts';

/** What a registry showed. */
export interface Evidence {
  readonly registry: string;
  /** What is wrong, as a sentence. */
  readonly finding: string;
  /** The signed heads, or whatever came in their place, with a title each. */
  readonly texts: readonly { readonly title: string; readonly text: string }[];
}

/** Writes the evidence. @returns the path of the file */
export async function writeEvidence(
  stateFolder: string,
  { registry, finding, texts }: Evidence,
): Promise<string> {
  const now = new Date().toISOString();
  const path = join(stateFolder, 'evidence', `${now.replaceAll(':', '')}.txt`);
  const parts = texts.map(({ title, text }) => `--- ${title}\n${toPrintableText(text)}\n`);
  const head = `Registry: ${registry}\nSeen: ${now}\nFinding: ${finding}\n\n`;
  await replaceFile(path, `${head}${parts.join('\n')}`, { mode: 0o600, folderMode: 0o700 });
  return path;
}
