// The README of a package as it is published: without what only the repository has.
import { nameLinkedFiles } from '../file-links.ts';

/** Sections about the sources. They end at the next heading of the same level. */
const SOURCE_SECTIONS = ['Layout', 'Add a check', 'Inside another program'];
/** Removes the sections about the sources, and replaces links to files of the repository by text with their path. */
export function describePackedReadme(markdown: string): string {
  const kept = markdown
    .split(/^(?=## )/m)
    .filter((section) => !SOURCE_SECTIONS.some((title) => section.startsWith(`## ${title}\n`)))
    .join('');
  return nameLinkedFiles(kept);
}
