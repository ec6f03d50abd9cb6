// The packages that are meant for others.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';

/** The top folder of the clone. */
export const ROOT = join(import.meta.dirname, '../../..');

/**
 * A package that is published. An application is a command with everything inside, third-party packages too. A library
 * keeps its dependencies, and contains only private packages of the workspace.
 */
export interface PublishedPackage {
  /** Its folder in `packages`. */
  readonly folder: string;
  readonly kind: 'application' | 'library';
}

/** All of them. They have the same version. */
export const PUBLISHED_PACKAGES: readonly PublishedPackage[] = [
  { folder: 'server', kind: 'application' },
  { folder: 'cli', kind: 'application' },
  { folder: 'conformance', kind: 'application' },
  { folder: 'client', kind: 'library' },
  { folder: 'protocol', kind: 'library' },
  { folder: 'archive', kind: 'library' },
  { folder: 'atoms', kind: 'library' },
];

/** The fields of a package.json of the workspace that a build reads. */
export interface WorkspaceManifest {
  readonly name: string;
  readonly version: string;
  readonly description: string;
  readonly license: string;
  readonly engines: Readonly<Record<string, string>>;
  readonly private?: boolean;
  readonly sideEffects?: boolean;
  /** Entry points: all are TypeScript files. */
  readonly exports?: string | Readonly<Record<string, string>>;
  /** Modules of the package that are chosen by condition. */
  readonly imports?: Readonly<Record<string, Readonly<Record<string, string>>>>;
  readonly bin?: Readonly<Record<string, string>>;
  readonly dependencies?: Readonly<Record<string, string>>;
}

/** Reads the package.json of a package. @param folder - its folder in `packages` */
export function readManifest(folder: string): WorkspaceManifest {
  return JSON.parse(
    readFileSync(join(ROOT, 'packages', folder, 'package.json'), 'utf8'),
  ) as WorkspaceManifest;
}
