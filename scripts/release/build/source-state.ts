// The commit that is built, and its time, which every file of the release gets.
import { execFileSync } from 'node:child_process';
import { findHeadCommit } from '../../../packages/launch/src/head-commit.ts';
import { ROOT } from './published-packages.ts';

/** What a build is made from. */
export interface SourceState {
  /** In hexadecimal digits, with `-modified` if files differ from it; undefined outside a clone. */
  readonly commit: string | undefined;
  /** The time of the commit, in whole seconds since 1970 (reproducible-builds.org, SOURCE_DATE_EPOCH). */
  readonly epochSeconds: number;
}

/** Reads the state of the clone. The variable SOURCE_DATE_EPOCH overrides the time. */
export function readSourceState(): SourceState {
  const commit = findHeadCommit(ROOT);
  const given = process.env.SOURCE_DATE_EPOCH;
  if (given !== undefined && !/^\d{1,11}$/.test(given)) {
    throw new Error(`SOURCE_DATE_EPOCH is '${given}'; it must be a number of seconds since 1970`);
  }
  if (commit === undefined) return { commit, epochSeconds: Number(given ?? 0) };
  return {
    commit: git('status', '--porcelain') === '' ? commit : `${commit}-modified`,
    epochSeconds: Number(given ?? git('log', '-1', '--format=%ct', commit)),
  };
}

function git(...args: readonly string[]): string {
  return execFileSync('git', ['-C', ROOT, ...args], { encoding: 'utf8' }).trim();
}
