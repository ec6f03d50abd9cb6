// `npm run check:types`: checks the types of everything, and of the scripts of the pages, which run in browsers.
import { runCompiler } from './run-compiler.ts';

for (const project of ['tsconfig.json', 'packages/web/src/assets/tsconfig.json']) {
  const { status } = runCompiler(project, { stdio: 'inherit' });
  if (status !== 0) process.exitCode = 1;
}
