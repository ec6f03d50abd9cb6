// The examples for containers, as data: Compose files and Kubernetes manifests.
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse, parseAllDocuments } from 'yaml';
import { ROOT } from './recipe.ts';

export const EXAMPLES = join(ROOT, 'examples');

/** A tree of YAML whose shape the test checks. */
export type Tree = Readonly<Record<string, unknown>>;

/** What the tests read of a service of Compose. */
export interface ComposeService extends Tree {
  readonly image: string;
  readonly environment?: Readonly<Record<string, string>>;
  readonly secrets?: readonly string[];
  readonly volumes?: readonly string[];
  readonly ports?: readonly string[];
  readonly depends_on?: Readonly<Record<string, { readonly condition: string }>>;
}

export interface ComposeFile {
  readonly services: Readonly<Record<string, ComposeService>>;
  readonly secrets?: Readonly<Record<string, { readonly file: string }>>;
  readonly volumes?: Readonly<Record<string, unknown>>;
}

/** Reads a file of Compose, with its anchors resolved. @throws if a key is there twice */
export function readCompose(name: string): ComposeFile {
  return parse(readFileSync(join(EXAMPLES, name), 'utf8'), { merge: true }) as ComposeFile;
}

/** All manifests of examples/kubernetes by their kind. */
export function readManifests(): Map<string, Tree> {
  const folder = join(EXAMPLES, 'kubernetes');
  const manifests = new Map<string, Tree>();
  for (const name of readdirSync(folder).filter((each) => each.endsWith('.yaml')))
    for (const document of parseAllDocuments(readFileSync(join(folder, name), 'utf8'), { version: '1.1' })) {
      const [error] = document.errors;
      if (error !== undefined) throw error;
      const manifest = document.toJS() as Tree;
      manifests.set(String(manifest.kind), manifest);
    }
  return manifests;
}

/** A value deep in a tree, such as `spec.template.spec`; undefined if it is not there. */
export function valueAt(tree: unknown, path: string): unknown {
  return path.split('.').reduce<unknown>((at, key) => (at as Tree | undefined)?.[key], tree);
}

/** The variables of a file such as settings.env. */
export function readVariables(file: string): Record<string, string> {
  const lines = readFileSync(join(EXAMPLES, file), 'utf8').split('\n');
  const set = lines.filter((line) => line !== '' && !line.startsWith('#'));
  return Object.fromEntries(set.map((line) => line.split(/=(.*)/s, 2) as [string, string]));
}
