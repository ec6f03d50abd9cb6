// Which imports of a file are found.
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { listModuleImports } from './module-imports.ts';

describe('the imports of a file', () => {
  const specifiers = (text: string): string[] => listModuleImports(text).map(({ specifier }) => specifier);

  it('are found in all forms', () => {
    const text = [
      "import a from 'default';",
      "import a, { b, type C } from 'mixed';",
      "import * as d from 'namespace';",
      "import 'side-effect';",
      "import json from './data.json' with { type: 'json' };",
      "export * from 'star';",
      "export * as e from 'named-star';",
      "export { f } from 'named';",
      "const g = await import('dynamic');",
    ].join('\n');
    assert.deepEqual(specifiers(text), [
      'default',
      'mixed',
      'namespace',
      'side-effect',
      './data.json',
      'star',
      'named-star',
      'named',
      'dynamic',
    ]);
    assert.ok(listModuleImports(text).every(({ typeOnly }) => !typeOnly));
  });

  it('are type-only if the whole statement is', () => {
    const text =
      "import type { A } from 'a';\nexport type * from 'b';\nimport type C from 'c';\nimport type from 'd';";
    assert.deepEqual(
      listModuleImports(text).map(({ typeOnly }) => typeOnly),
      [true, true, true, false],
    );
  });

  it('are not found in comments', () => {
    const text =
      "// import a from 'a';\n/*\nimport b from 'b';\n */\n/** `await import('c')` */\nimport d from 'd';";
    assert.deepEqual(listModuleImports(text), [{ specifier: 'd', line: 6, typeOnly: false }]);
  });

  it('are found after text that looks like a comment', () => {
    const text =
      "const a = 'https://x'; const b = /[/*]/; const c = await import('c');\nimport d from 'd'; // */";
    assert.deepEqual(specifiers(text), ['c', 'd']);
  });

  it('have the names that they import', () => {
    const text = [
      "import { a, type B, c as d } from 'names';",
      "export type {\n  E,\n  F as G,\n} from 'types';",
      "import h, { i } from 'default-too';",
      "import * as j from 'all';",
      "export * from 'star';",
      "const k = await import('dynamic');",
    ].join('\n');
    assert.deepEqual(
      listModuleImports(text).map(({ specifier, names }) => [specifier, names]),
      [
        ['names', ['a', 'B', 'c']],
        ['types', ['E', 'F']],
        ['default-too', undefined],
        ['all', undefined],
        ['star', undefined],
        ['dynamic', undefined],
      ],
    );
  });
});
