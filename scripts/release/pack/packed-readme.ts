// The README of a package as it is published: without what only the repository has.

/** Sections about the sources. They end at the next heading of the same level. */
const SOURCE_SECTIONS = ['Layout', 'Add a check', 'Inside another program'];
/** A link to a file: its label, and the path without fragment. Links to headings and addresses differ. */
const FILE_LINK = /\[([^\]]+)\]\((?!#|[a-z]+:)([^)#\s]+)(?:#[^)\s]*)?\)/gi;
const NOTE = 'Paths such as `docs/` are in the repository of prime-registry.';

/** Removes the sections about the sources, and replaces links to files of the repository by text with their path. */
export function describePackedReadme(markdown: string): string {
  const kept = markdown
    .split(/^(?=## )/m)
    .filter((section) => !SOURCE_SECTIONS.some((title) => section.startsWith(`## ${title}\n`)))
    .join('');
  const text = kept.replaceAll(FILE_LINK, (_, label: string, path: string) => {
    const inRepository = path.replace(/^(?:\.\.\/)+/, '');
    return label.includes(inRepository) || !inRepository.startsWith('docs/')
      ? label
      : `${label} (${inRepository})`;
  });
  return text === kept ? kept : `${text.trimEnd()}\n\n${NOTE}\n`;
}
