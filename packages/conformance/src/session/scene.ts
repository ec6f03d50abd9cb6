// A Prime that a run has published and changed, as the checks of the life of a version share it.
import type { View } from '../expectations/life.ts';
import type { Release } from '../fixtures/fixture.ts';
import type { Exchange } from '../http/exchange.ts';
import { Unmet } from '../outcome.ts';

/** What readers saw of a Prime before a change. */
export interface Before {
  readonly list: View;
  readonly manifests: ReadonlyMap<Release, View>;
}

/** A Prime, what readers saw of it, and the answer to a change. */
export interface Scene {
  readonly releases: readonly Release[];
  readonly before: Before;
  readonly answer: Exchange;
}

/** The versions that a search found, or why that is not known. */
export type Found = readonly string[] | Unmet;

/** A scene whose change was accepted; another check examines the answer. @throws {Unmet} if it was not */
export async function accepted<T extends Scene>(making: Promise<T>): Promise<T> {
  const scene = await making;
  const { request, status } = scene.answer;
  if (status !== 200) throw new Unmet(`${status} to ${request}`);
  return scene;
}

/** What a search found before. @throws {Unmet} if it did not find the version */
export function requireFound(found: Found, { version }: Release): readonly string[] {
  if (found instanceof Unmet) throw found;
  if (!found.includes(version)) throw new Unmet('search did not find the version before');
  return found;
}

/** The body of a deprecation. */
export interface DeprecationRequest {
  readonly range: string;
  readonly message: string;
  readonly successor: { readonly name: string; readonly range: string };
}

/** The name of the Prime whose versions these are. */
export function nameOf([release]: readonly Release[]): string {
  if (release === undefined) throw new Unmet('there are no versions');
  return release.name;
}
