// Links to what to use instead of a deprecated version, and to other registries that authors name.
import { parseRegistryUrl, primePagePath } from '@prime-registry/protocol';
import type { SuccessorRecord } from '@prime-registry/store';
import { type Html, html } from './html.ts';

/**
 * A successor, linked to its page unless it is in another registry.
 * @param origin - base URL of the upstream of the deprecated Prime: the Primes of that upstream have pages here
 */
export function renderSuccessor(
  { name, range, registry }: SuccessorRecord,
  origin: string | undefined,
): Html {
  const isHere = registry === undefined || registry === origin;
  const shown = html`${isHere ? html`<a href="${primePagePath(name)}">${name}</a>` : html`<strong>${name}</strong>`}${range !== undefined && html` <code>${range}</code>`}`;
  return isHere ? shown : html`${shown} in the registry ${outsideLink(registry)}`;
}

/** A link to a registry that an author named; text only if it is not the base URL of one. */
export function outsideLink(url: string): Html {
  const parsed = parseRegistryUrl(url);
  if (!parsed.ok) return html`${url}`;
  return html`<a href="${parsed.value}" rel="nofollow noopener noreferrer">${url}</a>`;
}
