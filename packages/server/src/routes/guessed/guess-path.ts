// What people mean by addresses that they guess: those of other registries, without a version, with a slash at the
// end, or in capitals. Only the text of the address is looked at, so that it tells nobody what exists.

/** Parts of the pages of a version that are also asked for without a version. */
const PARTS_OF_VERSION = /^\/-\/prime\/(@[^/@]+)\/([^/@]+)\/(graph|graph\.svg|atoms|files|read)$/;

/** The paths that are written in another way; the first that fits. */
const SPELLINGS: readonly (readonly [pattern: RegExp, meant: string])[] = [
  [/^\/(?:-\/prime\/)?(@[^/@]+)$/, '/-/scope/$1'],
  [/^\/-\/scopes?\/(@[^/@]+)$/, '/-/scope/$1'],
  [/^\/(?:-\/scope\/)?(@[^/@]+)\/([^/@]+)$/, '/-/prime/$1/$2'],
  [/^\/(?:-\/prime\/)?(@[^/@]+)\/([^/@]+)(?:@|\/v\/)([^/@]+)$/, '/-/prime/$1/$2/$3'],
  [/^\/(@[^/@]+)\/([^/@]+)\/([^/@]+)$/, '/-/prime/$1/$2/$3'],
  [/^\/-\/prime\/(@[^/@]+)\/([^/@]+)\/atom\/(@[^/@]+)\/([^/@]+)$/, '/-/atom/$3/$4?in=$1/$2'],
  [/^\/-\/atoms?\/(@[^/@]+)\/([^/@]+)$/, '/-/atom/$1/$2'],
];

/**
 * The path that is meant by one that is no address of a page; undefined if there is none. The caller checks whether
 * it is that of a page.
 * @param path - without a query, as in the request
 */
export function guessPath(path: string): string | undefined {
  const plain = path
    .replaceAll(/%40/gi, '@')
    .replaceAll(/%2f/gi, '/')
    .replace(/(?<=[^/])\/+$/, '');
  const small = lowerNames(plain);
  const spelling = SPELLINGS.find(([pattern]) => pattern.test(small));
  const meant = spelling === undefined ? small : small.replace(spelling[0], spelling[1]);
  return meant === path || meant.startsWith('//') ? undefined : meant;
}

/** The same path with the names of Primes, atoms and scopes in small letters, which all names have. */
function lowerNames(path: string): string {
  return path.replaceAll(/@[^/@]+(?:\/[^/@]+)?/g, (name) => name.toLowerCase());
}

/** The Prime and the part that are meant by the address of a part without a version. */
export function findPartOfLatest(path: string): { readonly name: string; readonly part: string } | undefined {
  const [, scope, name, part = ''] = PARTS_OF_VERSION.exec(path) ?? [];
  return scope === undefined || name === undefined ? undefined : { name: `${scope}/${name}`, part };
}
