// Places findings about edges at the edge, by reading the sources again.
import { readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { compareFindings, type Finding, locateEdge } from '@prime-registry/lint';

/** Most files that are read again; findings in others stay at the line of their atom. */
const MAX_FILES = 200;

/** @param place - path of the folder or tarball of the Prime */
export async function placeFindings(findings: readonly Finding[], place: string): Promise<Finding[]> {
  const ofEdges = findings.filter(({ target, line }) => target !== undefined && line !== undefined);
  const paths = [...new Set(ofEdges.map(({ path }) => path))].slice(0, MAX_FILES);
  if (paths.length === 0) return findings.toSorted(compareFindings);
  const texts = await readTexts(place, paths);
  const placed = findings.map((finding) => {
    const text = texts.get(finding.path);
    return text === undefined ? finding : locateEdge(finding, text);
  });
  return placed.toSorted(compareFindings);
}

/** What cannot be read is left out. */
async function readTexts(place: string, paths: readonly string[]): Promise<ReadonlyMap<string, string>> {
  if ((await stat(place).catch(() => undefined))?.isFile() === true) {
    const { readPackedTexts } = await import('./read-packed-texts.ts');
    return readPackedTexts(place, new Set(paths));
  }
  const texts = new Map<string, string>();
  for (const path of paths) {
    const text = await readFile(join(place, path), 'utf8').catch(() => undefined);
    if (text !== undefined) texts.set(path, text);
  }
  return texts;
}
