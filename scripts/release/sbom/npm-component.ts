// Packages of the lock file as components of a bill.
import type { Component } from './cyclonedx.ts';
import type { LockedPackage } from './lock-file.ts';

/** A package that is required as a library, with the digest of its tarball. */
export function npmComponent({ name, version, license, integrity }: LockedPackage): Component {
  const digest = /^sha512-(.+)$/.exec(integrity ?? '')?.[1];
  return {
    ...{ type: 'library', name, version, license, packageUrl: npmUrl(name, version), scope: 'required' },
    ...(digest !== undefined && {
      hashes: [{ alg: 'SHA-512', content: Buffer.from(digest, 'base64').toString('hex') }],
    }),
  };
}

/** The package URL of a package of npm. */
export function npmUrl(name: string, version: string): string {
  return `pkg:npm/${name.replace('@', '%40')}@${encodeURIComponent(version)}`;
}
