// The Debian packages of the image, each pinned by version and SHA-256 in base-lock.json.
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { PinnedFile } from './debian-mirror.ts';

/** The processors that the image is made for, as images name them. */
export const ARCHITECTURES = ['amd64', 'arm64'] as const;
export type Architecture = (typeof ARCHITECTURES)[number];

/** A package at one version. */
export interface PinnedPackage extends PinnedFile {
  readonly name: string;
  readonly version: string;
}

export interface BaseLock {
  /** The release of Debian, such as `trixie`. */
  readonly suite: string;
  readonly packages: Readonly<Record<Architecture, readonly PinnedPackage[]>>;
}

const FILE = join(import.meta.dirname, 'base-lock.json');

export function readBaseLock(): BaseLock {
  return JSON.parse(readFileSync(FILE, 'utf8')) as BaseLock;
}

export function writeBaseLock(lock: BaseLock): void {
  writeFileSync(FILE, `${JSON.stringify(lock, undefined, 2)}\n`);
}
