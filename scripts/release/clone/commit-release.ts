// Makes the commit of a release in a clone: versions and changelog. The repository itself is not changed.
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { capture, git } from '../processes.ts';
import { releaseChangelog } from '../versions/changelog.ts';
import { findLastRelease } from '../versions/check-version.ts';
import { setMentions } from '../versions/set-mentions.ts';
import { readVersion, setVersions } from '../versions/set-versions.ts';

/** The subject of the commit of a release. */
export function subjectOf(version: string): string {
  return `Release ${version}`;
}

/**
 * Commits a release in a clone, in the name of the user of the repository.
 * @param root - of the repository, whose configuration names the user
 * @returns the commit
 */
export function commitRelease(clone: string, root: string, version: string, now: Date): string {
  const path = join(clone, 'CHANGELOG.md');
  const date = now.toISOString().slice(0, 10);
  writeFileSync(path, releaseChangelog(readFileSync(path, 'utf8'), version, date));
  const tags = git(root, 'tag', '--list').split('\n');
  const last = findLastRelease(tags)?.full;
  const mentions = setMentions(clone, [readVersion(clone), ...(last === undefined ? [] : [last])], version);
  const files = ['CHANGELOG.md', ...mentions, ...setVersions(clone, version)];
  git(clone, 'add', '--', ...files);
  capture('git', ['commit', '--quiet', '--no-verify', '--message', subjectOf(version)], {
    folder: clone,
    environment: identityOf(root),
  });
  return git(clone, 'rev-parse', 'HEAD');
}

/** The author and the committer that git would use in the repository. */
export function identityOf(root: string): Record<string, string> {
  const identities = ['AUTHOR', 'COMMITTER'].flatMap((role) => {
    const [, name = '', email = ''] = /^(.*) <(.*)> /.exec(git(root, 'var', `GIT_${role}_IDENT`)) ?? [];
    return [
      [`GIT_${role}_NAME`, name],
      [`GIT_${role}_EMAIL`, email],
    ];
  });
  return Object.fromEntries(identities) as Record<string, string>;
}
