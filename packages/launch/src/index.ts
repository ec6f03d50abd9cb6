// The public interface of the package.

export { describeRelease } from './describe-release.ts';
export { findCommit, readVersion } from './release.ts';
