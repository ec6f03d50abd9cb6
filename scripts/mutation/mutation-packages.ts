// The packages that `npm run mutation` mutates, and their tests.

/** The code that is mutated in one run. Patterns are relative to the root of the repository. */
export interface MutationPackage {
  /** The folder of the package. */
  readonly folder: string;
  /** The files to mutate. */
  readonly sourceFiles: readonly string[];
  /** The tests. Each mutant runs those that execute it. */
  readonly testFiles: string;
  /** Tests that take several seconds. They run after the others. */
  readonly slowTestFiles: readonly string[];
}

/** Packages whose tests need no server, so they are fast enough to run for every mutant. */
export const MUTATION_PACKAGES: Readonly<Record<string, MutationPackage>> = {
  protocol: {
    folder: 'packages/protocol',
    sourceFiles: [
      'packages/protocol/src/**/*.ts',
      '!packages/protocol/src/**/index.ts',
      // Tables of descriptions: nearly all of their mutants only change texts.
      '!packages/protocol/src/wire/**',
      '!packages/protocol/src/error-codes.ts',
    ],
    testFiles: 'packages/protocol/test/**/*.test.ts',
    slowTestFiles: ['packages/protocol/test/manifest/hostile-yaml.test.ts'],
  },
  archive: {
    folder: 'packages/archive',
    sourceFiles: ['packages/archive/src/**/*.ts', '!packages/archive/src/**/index.ts'],
    testFiles: 'packages/archive/test/**/*.test.ts',
    slowTestFiles: [
      'packages/archive/test/inspect/tarball-inspector.test.ts',
      'packages/archive/test/extract/hostile-tarballs.test.ts',
      'packages/archive/test/inspect/limits.test.ts',
    ],
  },
  client: {
    folder: 'packages/client',
    sourceFiles: ['packages/client/src/resolve/*.ts', '!packages/client/src/resolve/index.ts'],
    testFiles: 'packages/client/test/resolve/*.test.ts',
    slowTestFiles: ['packages/client/test/resolve/outage.test.ts'],
  },
};
