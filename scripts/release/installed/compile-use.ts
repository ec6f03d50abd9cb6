// Compiles programs that use the libraries, with the strictest settings of TypeScript: one of its own, and the examples
// in the READMEs of the installed packages.
import { cpSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { runCompiler } from '../../api/run-compiler.ts';
import { PUBLISHED_PACKAGES, readManifest } from '../build/published-packages.ts';

const STRICT = {
  strict: true,
  exactOptionalPropertyTypes: true,
  noUncheckedIndexedAccess: true,
  noPropertyAccessFromIndexSignature: true,
  verbatimModuleSyntax: true,
  isolatedModules: true,
  // Those of TypeScript itself are not judged here.
  skipDefaultLibCheck: true,
  noEmit: true,
  types: ['node'],
};

const LIBRARIES = PUBLISHED_PACKAGES.filter(({ kind }) => kind === 'library').map(
  ({ folder }) => readManifest(folder).name,
);

/**
 * Compiles them.
 * @param libraries - the folder with `node_modules`
 * @param checksDeclarations - whether those of the packages are checked as well: most of the time, and the same for both resolutions
 * @returns what the compiler says: nothing, if all is well
 */
export function compileUse(
  libraries: string,
  moduleResolution: 'nodenext' | 'bundler',
  { checksDeclarations }: { readonly checksDeclarations: boolean },
): string {
  const source = join(libraries, 'source');
  mkdirSync(source, { recursive: true });
  for (const name of LIBRARIES) writeExamples(libraries, name, source);
  cpSync(join(import.meta.dirname, 'use-libraries.ts'), join(source, 'use-libraries.ts'));
  const module = moduleResolution === 'nodenext' ? 'nodenext' : 'esnext';
  const target = 'es2024';
  const project = join(libraries, `tsconfig.${moduleResolution}.json`);
  const compilerOptions = { ...STRICT, module, moduleResolution, target, skipLibCheck: !checksDeclarations };
  writeFileSync(project, JSON.stringify({ compilerOptions, include: ['source'] }));
  const { stdout, stderr } = runCompiler(project, { cwd: libraries });
  return `${stdout}${stderr}`;
}

/** Each example is a module. */
function writeExamples(libraries: string, name: string, source: string): void {
  const readme = readFileSync(join(libraries, 'node_modules', name, 'README.md'), 'utf8');
  const examples = [...readme.matchAll(/^```ts\n([\s\S]*?)^```$/gm)].map(([, code = '']) => code);
  if (examples.length === 0) throw new Error(`the README of ${name} has no example in TypeScript`);
  for (const [index, code] of examples.entries())
    writeFileSync(join(source, `${name.replace(/^.*\//, '')}-${index + 1}.ts`), code);
}
