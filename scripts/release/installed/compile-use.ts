// Compiles a program that uses the libraries, with the strictest settings of TypeScript.
import { spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { ROOT } from '../build/published-packages.ts';

const STRICT = {
  strict: true,
  exactOptionalPropertyTypes: true,
  noUncheckedIndexedAccess: true,
  noPropertyAccessFromIndexSignature: true,
  verbatimModuleSyntax: true,
  isolatedModules: true,
  // The declarations of the packages are checked as well.
  skipLibCheck: false,
  noEmit: true,
  types: ['node'],
};

/**
 * Compiles it.
 * @param libraries - the folder with `node_modules`
 * @returns what the compiler says: nothing, if all is well
 */
export function compileUse(libraries: string, moduleResolution: 'nodenext' | 'bundler'): string {
  const source = join(libraries, 'source');
  mkdirSync(source, { recursive: true });
  cpSync(join(import.meta.dirname, 'use-libraries.ts'), join(source, 'use-libraries.ts'));
  const module = moduleResolution === 'nodenext' ? 'nodenext' : 'esnext';
  const target = 'es2024';
  const project = join(libraries, `tsconfig.${moduleResolution}.json`);
  const compilerOptions = { ...STRICT, module, moduleResolution, target };
  writeFileSync(project, JSON.stringify({ compilerOptions, include: ['source'] }));
  const compiler = join(ROOT, 'node_modules/typescript/bin/tsc');
  const { stdout, stderr } = spawnSync(process.execPath, [compiler, '--project', project], {
    cwd: libraries,
    encoding: 'utf8',
  });
  return `${stdout}${stderr}`;
}
