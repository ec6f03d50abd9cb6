// Links of Markdown to files of the repository, where there is no repository around the text.

/** A link to a file: its label, and the path without fragment. Links to headings and addresses differ. */
const FILE_LINK = /\[([^\]]+)\]\((?!#|[a-z]+:)([^)#\s]+)(#[^)\s]*)?(?:\s+"[^"]*")?\)/gi;
const NOTE = 'Paths such as `docs/` are in the repository of prime-registry.';

/** Replaces them by text with their path, and says where that is. */
export function nameLinkedFiles(markdown: string): string {
  const text = replaceFileLinks(markdown, (label, path) =>
    label.includes(path) || !path.startsWith('docs/') ? label : `${label} (${path})`,
  );
  return text === markdown ? markdown : `${text.trimEnd()}\n\n${NOTE}\n`;
}

/** Makes them lead to the files in the repository. @param base - of the paths, without a slash at the end */
export function linkFiles(markdown: string, base: string): string {
  return replaceFileLinks(markdown, (label, path, fragment) => `[${label}](${base}/${path}${fragment})`);
}

function replaceFileLinks(
  markdown: string,
  replace: (label: string, path: string, fragment: string) => string,
): string {
  return markdown.replaceAll(FILE_LINK, (_, label: string, path: string, fragment: string | undefined) =>
    replace(label, path.replace(/^(?:\.{1,2}\/)+/, ''), fragment ?? ''),
  );
}
