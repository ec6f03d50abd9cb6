// The API report: its contents, and that nothing but API changes it.
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { ApiReport } from './api-report.ts';
import { emitDeclarations } from './emit-declarations.ts';

const ENTRY_POINT = 'lib/src/index.ts';

function describeEntryPoint(files: Readonly<Record<string, string>>): string {
  const texts = Object.entries(files).map(([path, text]) => [`lib/src/${path}`, text] as const);
  return new ApiReport(new Map(texts)).describe(ENTRY_POINT);
}

describe('an API report', () => {
  it('lists the exports of the entry point, from all files, sorted by name', () => {
    const report = describeEntryPoint({
      'index.ts':
        "export * from './in/b.ts';\nexport { type A, Z as Y } from './a.ts';\nexport type X = 'x';\n",
      'a.ts':
        'export interface A {\n    a: string;\n}\nexport declare class Z {\n    #private;\n}\nexport type Inner = 1;\n',
      'in/b.ts':
        "export * from './c.ts';\nexport declare function b(x: string): string;\nexport declare function b(x: number): number;\n",
      'in/c.ts': 'export declare const C: { readonly c: 1; };\ndeclare const hidden = 1;\nexport {};\n',
    });
    assert.equal(
      report,
      `${[
        'interface A { a: string }',
        'const C: { c: 1; };',
        "type X = 'x';",
        '// As Y:\nclass Z { #private }',
        'function b(x: string): string;\nfunction b(x: number): number;',
      ].join('\n\n')}\n`,
    );
  });

  it('includes types that exported ones refer to, and no others', () => {
    const report = describeEntryPoint({
      'index.ts':
        "export { f } from './f.ts';\nimport { type Unused } from './hidden.ts';\nexport type Unrelated = 'Mentioned';\n",
      'f.ts':
        "import type { Hidden } from './hidden.ts';\nimport type { Other } from 'elsewhere';\nexport declare function f(a: Hidden, b: Other): typeof local;\ndeclare const local: 1;\ndeclare const Mentioned: 2;\n",
      'hidden.ts':
        'export interface Hidden {\n    deep: Deep;\n}\ninterface Deep {\n    hidden?: Hidden;\n}\nexport type Unused = 1;\n',
    });
    assert.equal(
      report,
      `${[
        "type Unrelated = 'Mentioned';",
        'function f(a: Hidden, b: Other): typeof local;',
        '// Not exported:\ninterface Deep { hidden?: Hidden }',
        '// Not exported:\ninterface Hidden { deep: Deep }',
        '// Not exported:\nconst local: 1;',
      ].join('\n\n')}\n`,
    );
  });

  it('marks a class of which only the type is exported', () => {
    const files = { 'a.ts': 'export declare class A {\n    #private;\n}\n' };
    const asType = describeEntryPoint({ ...files, 'index.ts': "export type * from './a.ts';\n" });
    const asValue = describeEntryPoint({ ...files, 'index.ts': "export * from './a.ts';\n" });
    assert.equal(asType, `// Only its type:\n${asValue}`);
  });

  it('ignores changed descriptions and examples, but not a changed pattern', () => {
    const schema = (description: string, pattern: string) =>
      describeEntryPoint({
        'index.ts': `export declare const S: {\n    readonly description: '${description}';\n    readonly examples: readonly ['${description}'];\n    readonly pattern: '${pattern}';\n};\n`,
      });
    const long = `^${'[a-z]'.repeat(20)}`;
    assert.equal(schema('A thing.', long), schema('Another; thing', long));
    assert.notEqual(schema('A thing.', `${long}a`), schema('A thing.', `${long}b`));
    assert.equal(schema('A thing.', '^a$'), "const S: { pattern: '^a$' };\n");
    const member = 'export interface I {\n    readonly description: string;\n}\n';
    assert.equal(
      describeEntryPoint({ 'index.ts': member }),
      'interface I { readonly description: string }\n',
    );
  });

  it('rejects statements that it cannot read', () => {
    for (const statement of [
      "export * as all from './a.ts';",
      'export default 1;',
      'declare module "x" {\n}',
    ])
      assert.throws(() => describeEntryPoint({ 'index.ts': statement }), /index\.ts: .* cannot read/);
    assert.throws(
      () => describeEntryPoint({ 'index.ts': "export * from './gone.ts';" }),
      /no declarations of/,
    );
    assert.throws(
      () => describeEntryPoint({ 'index.ts': "export { gone } from './a.ts';", 'a.ts': 'export {};' }),
      /exports no gone/,
    );
  });
});

describe('declarations', () => {
  it('cover a package and the packages that it imports, the same each time', () => {
    const [first, second] = [1, 2].map(() => emitDeclarations(['packages/client/src/index.ts']));
    assert.deepEqual(first, second);
    assert.match(first?.get('packages/client/src/index.ts') ?? '', /registry-client\.ts/);
    assert.match(first?.get('packages/protocol/src/versions/version.ts') ?? '', /function parseVersion/);
  });
});
