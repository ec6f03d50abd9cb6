// Emits the type declarations of packages. The native compiler has no API, so it runs as a process and writes
// into a temporary folder.
import { globSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { runCompiler } from './run-compiler.ts';

const ROOT = join(import.meta.dirname, '../..');

/**
 * The declarations of the modules, and of all workspace modules that they import. Types are not checked.
 * @param modules - paths of `.ts` files, relative to the root of the workspace
 * @returns texts by path; paths end in `.ts`, as imports do
 */
export function emitDeclarations(
  modules: readonly string[],
  { keepsComments = false }: { readonly keepsComments?: boolean } = {},
): Map<string, string> {
  const folder = mkdtempSync(join(tmpdir(), 'declarations-'));
  try {
    const compilerOptions = {
      noEmit: false,
      noCheck: true,
      declaration: true,
      emitDeclarationOnly: true,
      removeComments: !keepsComments,
      rootDir: ROOT,
      outDir: join(folder, 'out'),
      typeRoots: [join(ROOT, 'node_modules/@types')],
      // Without this, packages would resolve through node_modules, count as external and not be emitted.
      paths: { '@prime-registry/*': [join(ROOT, 'packages/*/src/index.ts')] },
    };
    const config = join(folder, 'tsconfig.json');
    const files = modules.map((path) => resolve(ROOT, path));
    writeFileSync(
      config,
      JSON.stringify({ extends: join(ROOT, 'tsconfig.json'), compilerOptions, include: [], files }),
    );
    const { status, stdout, stderr } = runCompiler(config);
    if (status !== 0) throw new Error(`the compiler failed: ${stdout}${stderr}`);
    return readDeclarations(compilerOptions.outDir);
  } finally {
    rmSync(folder, { recursive: true });
  }
}

function readDeclarations(folder: string): Map<string, string> {
  const paths = globSync('**/*.d.ts', { cwd: folder });
  return new Map(
    paths.map((path) => [
      path.replaceAll('\\', '/').replace(/\.d\.ts$/, '.ts'),
      readFileSync(join(folder, path), 'utf8'),
    ]),
  );
}
