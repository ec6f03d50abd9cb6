// What readers see of a Prime: the fields of the contract, which stay as they were, and what the life of a
// version adds to them.
import { type Exchange, isJsonObject, type JsonObject, jsonOf } from '../http/exchange.ts';
import { expectEqual, expectStatus, fail } from './expect.ts';
import { VERSION_MANIFEST } from './shape.ts';

/** One answer, in two parts. */
export interface View {
  readonly exchange: Exchange;
  /** The fields of the contract. */
  readonly contract: unknown;
  /** The fields about the life of a version that are present, such as `deprecated`. */
  readonly traces: JsonObject;
}

/** Fields of version lists, and of the state of a Prime. */
const PRIME_TRACES = ['channels', 'deprecations', 'moved_to', 'removed'];
/** Fields of manifests, and of entries of version lists. */
const VERSION_TRACES = ['yanked', 'yank_reason', 'deprecated', 'moved_to'];

/** A version list as a view. @throws {Failure} if it is none */
export function viewOfList(exchange: Exchange): View {
  expectStatus(exchange, 200);
  const { name, versions, latest, ...rest } = jsonOf(exchange);
  const entries = (Array.isArray(versions) ? versions : [])
    .filter(isJsonObject)
    .toSorted((a, b) => (String(a.version) < String(b.version) ? -1 : 1));
  const marked = entries.flatMap((entry) => {
    const traces = pick(entry, VERSION_TRACES);
    return Object.keys(traces).length === 0 ? [] : [{ version: entry.version, ...traces }];
  });
  return {
    exchange,
    contract: { name, latest, versions: entries.map((entry) => pick(entry, ['version', 'published_at'])) },
    traces: { ...pick(rest, PRIME_TRACES), ...(marked.length > 0 && { versions: marked }) },
  };
}

/** A manifest as a view. @throws {Failure} if it is none */
export function viewOfManifest(exchange: Exchange): View {
  expectStatus(exchange, 200);
  const body = jsonOf(exchange);
  return {
    exchange,
    contract: pick(body, Object.keys(VERSION_MANIFEST)),
    traces: pick(body, VERSION_TRACES),
  };
}

/** The state of a Prime. @throws {Failure} if it is none, or of another Prime */
export function stateOf(exchange: Exchange, name: string): JsonObject {
  expectStatus(exchange, 200);
  const body = jsonOf(exchange);
  expectEqual(exchange, 'name', body.name, name);
  return pick(body, PRIME_TRACES);
}

/** The fields of the contract are as they were. */
export function expectContractKept(before: View, after: View): void {
  expectEqual(after.exchange, 'the fields of the contract as before:', after.contract, before.contract);
}

/** The view is as it was, and does not show what was taken back. */
export function expectAsBefore(before: View, after: View): void {
  expectContractKept(before, after);
  expectEqual(after.exchange, 'fields about the life of a version as before:', after.traces, before.traces);
}

/** The fields of an object that are present, in the order of their names here. */
export function pick(object: JsonObject, fields: readonly string[]): JsonObject {
  return Object.fromEntries(fields.filter((field) => field in object).map((field) => [field, object[field]]));
}

/** The entries of an array field that are objects; empty without one. */
export function objectsOf(body: JsonObject, field: string): readonly JsonObject[] {
  const value = body[field];
  return Array.isArray(value) ? value.filter(isJsonObject) : [];
}

/** The target of the link from a Prime that has moved to its new name, decoded; undefined without one. */
export function linkOf({ headers }: Exchange): string | undefined {
  const target = /<([^>]*)>\s*;[^,]*\brel="?successor-version"?/.exec(String(headers.link ?? ''))?.[1];
  return target === undefined ? undefined : decodeURIComponent(target);
}

/** @throws {Failure} without a link to that name */
export function expectLink(exchange: Exchange, name: string): void {
  const wanted = `/pack/${name}`;
  if (linkOf(exchange)?.endsWith(wanted) === true) return;
  fail(exchange, `Link: <${wanted}>; rel="successor-version"`, `Link: ${exchange.headers.link ?? 'none'}`);
}
