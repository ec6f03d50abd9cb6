// Writes down what proves that a log contradicts itself. The notes alone are not enough: without the hashes between them
// nobody else can see the contradiction.
import { hash } from 'node:crypto';
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { toPrintable, toPrintableText } from '@prime-registry/command-line';
import { unlessFailed } from '../../errors/expected.ts';
import { replaceFile } from '../../files/replace-file.ts';

/** What a registry showed. */
export interface Evidence {
  readonly registry: string;
  /** What is wrong, as a sentence. */
  readonly finding: string;
  /** The signed heads, or whatever came in their place, with a title each. */
  readonly texts: readonly { readonly title: string; readonly text: string }[];
}

/** Files that are kept. The first ones count: somebody who is found out could make any number of others. */
const MOST_FILES = 1000;

/** Writes the evidence. @returns the path of the file; undefined if there are too many already */
export async function writeEvidence(
  stateFolder: string,
  { registry, finding, texts }: Evidence,
): Promise<string | undefined> {
  const folder = join(stateFolder, 'evidence');
  const known = unlessFailed(() => readdirSync(folder)) ?? [];
  if (known.length >= MOST_FILES) return undefined;
  const now = new Date().toISOString();
  const parts = texts.map(({ title, text }) => {
    const printable = toPrintableText(text);
    // So that no text can pass for two of them.
    return `--- ${title} (lines: ${printable.split('\n').length})\n${printable}\n`;
  });
  const text = `Registry: ${registry}\nSeen: ${now}\nFinding: ${toPrintable(finding)}\n\n${parts.join('\n')}`;
  // Several findings of one command can have the same time.
  const digest = hash('sha256', text).slice(0, 8);
  const path = join(folder, `${now.replaceAll(':', '')}-${digest}.txt`);
  await replaceFile(path, text, { mode: 0o600, folderMode: 0o700 });
  return path;
}

/** Where the evidence is, as a sentence without a full stop. @param path - as {@link writeEvidence} has answered */
export function describeEvidence(path: string | undefined, stateFolder: string): string {
  return path === undefined
    ? `The evidence was not kept: ${stateFolder} has too much already`
    : `The evidence is in ${path}`;
}
