// The paths of the contract, exactly as in its sections 4.2 to 4.6, below the base URL.

/** The version list: the whole name is percent-encoded (contract section 4.2). */
export function listPath(name: string): string {
  return `/pack/${encodeURIComponent(name)}`;
}

/**
 * The manifest of one version, also the target of a yank: the name is plain (contract sections 4.3 and 4.6).
 */
export function manifestPath({ name, version }: { readonly name: string; readonly version: string }): string {
  return `/pack/${name}/${version}`;
}

/** The tarball of one version (contract sections 2 and 4.4). */
export function tarballPath(release: { readonly name: string; readonly version: string }): string {
  return `${manifestPath(release)}/tarball`;
}

/** A search (contract section 4.5). */
export function searchPath(text: string): string {
  return `/search?q=${encodeURIComponent(text)}`;
}
