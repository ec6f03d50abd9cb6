// Finds broken links in Markdown: to missing files, or to missing headings.

/** Access to the files around a document, by path relative to it; '' is the document itself. */
export interface Surroundings {
  exists(path: string): boolean;
  read(path: string): string;
}

/** The broken relative links. Targets with a scheme, such as https:, are not checked. */
export function findBrokenLinks(document: string, surroundings: Surroundings): string[] {
  const targets = [...withoutCode(document).matchAll(/\]\(<?([^)\s>]+)>?(?:\s+"[^"]*")?\)/g)].map(
    ([, target = '']) => target,
  );
  return targets.filter((target) => !/^[a-z]+:/i.test(target) && isBroken(target, surroundings));
}

function isBroken(target: string, { exists, read }: Surroundings): boolean {
  const [path = '', fragment] = target.split('#');
  if (path !== '' && !exists(path)) return true;
  if (fragment === undefined || !(path === '' || path.endsWith('.md'))) return false;
  return !listAnchors(read(path)).includes(fragment);
}

/** The anchors of the headings, as GitHub creates them. */
function listAnchors(document: string): string[] {
  return [...withoutFences(document).matchAll(/^#{1,6} +(.+)$/gm)].map(([, heading = '']) =>
    heading
      .trim()
      .toLowerCase()
      .replaceAll(/[^\p{L}\p{N} _-]/gu, '')
      .replaceAll(' ', '-'),
  );
}

// In code, text in brackets is no link, and `#` begins no heading.
function withoutCode(document: string): string {
  return withoutFences(document).replaceAll(/`[^`\n]*`/g, '');
}

function withoutFences(document: string): string {
  return document.replaceAll(/^( *)(```+|~~~+)[\s\S]*?^\1\2 *$/gm, '');
}
