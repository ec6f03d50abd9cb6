// Finds links in Markdown that lead nowhere: to a file that is not there, or to a heading that a document does not have.

/** Access to the files around a document, by path relative to it; '' is the document itself. */
export interface Surroundings {
  exists(path: string): boolean;
  read(path: string): string;
}

/** The targets of the relative links that lead nowhere. What has a scheme, such as https:, is not looked at. */
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

/** The anchors of the headings, as GitHub makes them. */
function listAnchors(document: string): string[] {
  return [...withoutFences(document).matchAll(/^#{1,6} +(.+)$/gm)].map(([, heading = '']) =>
    heading
      .trim()
      .toLowerCase()
      .replaceAll(/[^\p{L}\p{N} _-]/gu, '')
      .replaceAll(' ', '-'),
  );
}

// Code is not prose: what looks like a link in it is none, and a `#` there begins no heading.
function withoutCode(document: string): string {
  return withoutFences(document).replaceAll(/`[^`\n]*`/g, '');
}

function withoutFences(document: string): string {
  return document.replaceAll(/^( *)(```+|~~~+)[\s\S]*?^\1\2 *$/gm, '');
}
