// Links to what to use instead of a deprecated version, and to other registries that authors name.
import { parseRegistryUrl, primePagePath } from '@prime-registry/protocol';
import type { SuccessorRecord } from '@prime-registry/store';
import { type Html, html } from '../html.ts';
import { outsideLink } from '../outside-link.ts';

/**
 * A successor, linked to its page unless it is in another registry.
 * @param origin - base URL of the upstream of the deprecated Prime: the Primes of that upstream have pages here
 */
export function renderSuccessor(
  { name, range, registry }: SuccessorRecord,
  origin: string | undefined,
): Html {
  const versions = range !== undefined && html` <code>${range}</code>`;
  if (registry === undefined || (origin !== undefined && findBaseUrl(registry) === origin))
    return html`<a href="${primePagePath(name)}">${name}</a>${versions}`;
  return html`<strong>${name}</strong>${versions} in the registry ${registryLink(registry)}`;
}

/** A link to a registry that an author named; text only if it is not the base URL of one. */
export function registryLink(url: string): Html {
  const base = findBaseUrl(url);
  return base === undefined ? html`${url}` : outsideLink(base, url);
}

function findBaseUrl(url: string): string | undefined {
  const parsed = parseRegistryUrl(url);
  return parsed.ok ? parsed.value : undefined;
}
