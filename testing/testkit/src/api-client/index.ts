// Makes a client of an API document with another project's generator, and compiles what is written with it.
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import openapiTypescript, { astToString } from 'openapi-typescript';
import typescript from 'typescript';

/** The types of an API document, as TypeScript. */
export async function generateTypes(document: string): Promise<string> {
  return astToString(await openapiTypescript(document));
}

/**
 * Compiles files against each other, strictly.
 * @returns the messages of the compiler; empty if there are none
 */
export async function compileStrictly(files: Readonly<Record<string, string>>): Promise<string[]> {
  const folder = await mkdtemp(join(tmpdir(), 'prime-registry-client-'));
  try {
    const paths = Object.keys(files).map((name) => join(folder, name));
    for (const [name, text] of Object.entries(files)) await writeFile(join(folder, name), text);
    const program = typescript.createProgram(paths, {
      ...{ strict: true, noEmit: true, allowImportingTsExtensions: true, types: [] },
      // The declarations of TypeScript itself take longer than all the rest.
      skipDefaultLibCheck: true,
      target: typescript.ScriptTarget.ESNext,
      module: typescript.ModuleKind.NodeNext,
      moduleResolution: typescript.ModuleResolutionKind.NodeNext,
      lib: ['lib.esnext.d.ts', 'lib.dom.d.ts'],
    });
    return typescript
      .getPreEmitDiagnostics(program)
      .map(({ messageText }) => typescript.flattenDiagnosticMessageText(messageText, '\n'));
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
