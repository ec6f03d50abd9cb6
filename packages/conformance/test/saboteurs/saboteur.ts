// A saboteur breaks the reference registry in one way, and lists the checks that must fail.

import type { Call, Endpoint, Reply } from '../reference-call.ts';
import type { ReferenceLives } from '../reference-lives.ts';
import type { ReferenceRegistry } from '../reference-registry.ts';

/** One way to break the registry. */
export interface Saboteur {
  /** The fault of the registry, as a sentence without its subject. */
  readonly does: string;
  /** The checks that fail. No others may fail. */
  readonly fails: readonly string[];
  readonly sabotage: (registry: ReferenceRegistry) => void;
}

/** The fields of a JSON response. */
export type Json = Readonly<Record<string, unknown>>;

/** Changes every response of an endpoint. */
export function answering(
  endpoint: Endpoint,
  change: (reply: Reply, call: Call) => Reply,
): Saboteur['sabotage'] {
  return (registry) => {
    const handle = registry.handle.bind(registry);
    registry.handle = async (call) => {
      const reply = await handle(call);
      return call.endpoint === endpoint ? change(reply, call) : reply;
    };
  };
}

/** Changes the JSON of every successful response of an endpoint. */
export function answeringJson(
  endpoint: Endpoint,
  change: (json: Json, call: Call) => Json,
): Saboteur['sabotage'] {
  return answering(endpoint, (reply, call) =>
    reply.json ? { ...reply, json: change(reply.json, call) } : reply,
  );
}

/** Changes one status of an endpoint into another. */
export function answeringStatus(endpoint: Endpoint, from: number, to: number): Saboteur['sabotage'] {
  return answering(endpoint, (reply) => (reply.status === from ? { ...reply, status: to } : reply));
}

/** Removes a field from a JSON response. */
export function without(json: Json, field: string): Json {
  return Object.fromEntries(Object.entries(json).filter(([name]) => name !== field));
}

/** Declares JSON responses of an endpoint as text. */
export function declaringText(endpoint: Endpoint): Saboteur['sabotage'] {
  return answering(endpoint, (reply) => ({
    ...reply,
    headers: { ...reply.headers, 'Content-Type': 'text/plain' },
  }));
}

/** Removes rules from the manifest schema. */
export function forgetting(...rules: readonly string[]): Saboteur['sabotage'] {
  return (registry) => {
    for (const rule of rules) registry.rules.delete(rule);
  };
}

/** The methods of the life of versions. */
type LifeMethods = {
  [Name in keyof ReferenceLives as ReferenceLives[Name] extends (...args: never) => unknown
    ? Name
    : never]: ReferenceLives[Name];
};

/** Replaces one method of the life of versions; the replacement may call the original. */
export function replacing<Name extends keyof LifeMethods>(
  name: Name,
  replace: (original: LifeMethods[Name], lives: ReferenceLives) => LifeMethods[Name],
): Saboteur['sabotage'] {
  return ({ lives }) => {
    const original = lives[name].bind(lives) as LifeMethods[Name];
    Object.assign(lives, { [name]: replace(original, lives) });
  };
}
