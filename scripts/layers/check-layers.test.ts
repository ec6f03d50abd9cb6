// The layer rules: every example that breaks one is found, and no other.
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { LAYER_EXAMPLES } from './layer-examples.ts';
import { findFoldersWithoutRule, findLayerViolations, type WorkspacePackage } from './layer-violations.ts';

const PACKAGES: readonly WorkspacePackage[] = [
  describePackage('@prime-registry/protocol', 'packages/protocol'),
  describePackage('@prime-registry/archive', 'packages/archive'),
  describePackage('prime-registry', 'packages/server'),
  describePackage('@prime-registry/store', 'packages/store', './sqlite', './postgres'),
  describePackage('@prime-registry/blobs', 'packages/blobs', './file-system', './s3'),
  describePackage('@prime-registry/web', 'packages/web'),
  describePackage('@prime-registry/client', 'packages/client'),
  describePackage('@prime-registry/testkit', 'testing/testkit', './contract-suites'),
];

function describePackage(name: string, root: string, ...subpaths: string[]): WorkspacePackage {
  const entryPoints = Object.fromEntries(
    ['.', ...subpaths].map((entryPoint) => [entryPoint, `./src/${entryPoint}/index.ts`]),
  );
  return { name, folder: root.split('/')[1] ?? '', root, exports: Object.keys(entryPoints), entryPoints };
}

/** The messages for a file with one statement. `path` is relative to `packages/`. */
function check(path: string, statement: string): string[] {
  return findLayerViolations([{ path: `packages/${path}`, text: `${statement}\n` }], PACKAGES).map(
    ({ message }) => message,
  );
}

describe('the layers', () => {
  for (const { rule, path, breaks, keeps } of LAYER_EXAMPLES) {
    it(rule, () => {
      for (const statement of breaks) assert.notDeepEqual(check(path, statement), [], statement);
      for (const statement of keeps) assert.deepEqual(check(path, statement), [], statement);
    });
  }

  it('a violation has file, line, layers and rule', () => {
    const text = "import { a } from './a.ts';\n\nimport {\n  b,\n  c,\n} from '@prime-registry/client';\n";
    assert.deepEqual(findLayerViolations([{ path: 'packages/archive/src/b.ts', text }], PACKAGES), [
      {
        path: 'packages/archive/src/b.ts',
        line: 3,
        message: 'archive may not import client (rule: archive imports only protocol)',
      },
    ]);
  });

  it('every package, and every folder of the server, has a rule', () => {
    const paths = [
      'packages/server/src/http/a.ts',
      'packages/server/src/main.ts',
      'testing/testkit/src/a.ts',
    ];
    assert.deepEqual(findFoldersWithoutRule(paths), []);
    assert.deepEqual(
      findFoldersWithoutRule([...paths, 'packages/server/src/new/a.ts', 'packages/new/src/b.ts']),
      ['packages/server/src/new', 'packages/new'],
    );
  });
});
