// Places findings about edges at the edge, by reading the sources again.
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { compareFindings, type Finding, locateEdge } from '@prime-registry/lint';

/** Most files that are read again; findings in others stay at the line of their atom. */
const MAX_FILES = 200;

/** @param folder - of the Prime; undefined for a tarball, whose findings stay at the lines of atoms */
export async function placeFindings(
  findings: readonly Finding[],
  folder: string | undefined,
): Promise<Finding[]> {
  if (folder === undefined) return [...findings];
  const paths = findings.flatMap(({ path, target }) => (target === undefined ? [] : [path]));
  const texts = new Map<string, string>();
  for (const path of [...new Set(paths)].slice(0, MAX_FILES)) {
    const text = await readFile(join(folder, path), 'utf8').catch(() => undefined);
    if (text !== undefined) texts.set(path, text);
  }
  const placed = findings.map((finding) => {
    const text = texts.get(finding.path);
    return text === undefined ? finding : locateEdge(finding, text);
  });
  return placed.toSorted(compareFindings);
}
