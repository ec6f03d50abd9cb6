// `npm run check:layers`: fails with file and line when an import breaks the layering of docs/architecture.md.
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { findLayerViolations, type WorkspacePackage } from './layer-violations.ts';

const root = join(import.meta.dirname, '..');
const read = (path: string): string => readFileSync(join(root, path), 'utf8');
const list = (pattern: string): string[] =>
  globSync(pattern, { cwd: root })
    .map((path) => path.replaceAll('\\', '/'))
    .sort();

// Tests may import anything, save those of the conformance suite, which must stand alone to the last line.
const files = [...list('packages/*/src/**/*.ts'), ...list('packages/conformance/test/**/*.ts')].map(
  (path) => ({
    path,
    text: read(path),
  }),
);

const packages = list('packages/*/package.json').map((path): WorkspacePackage => {
  const { name, exports = {} } = JSON.parse(read(path)) as { name: string; exports?: string | object };
  const doors = typeof exports === 'string' ? ['.'] : Object.keys(exports);
  return { name, folder: path.split('/')[1] ?? '', exports: doors };
});

const violations = findLayerViolations(files, packages);
for (const { path, line, message } of violations) {
  console.error(`${path}:${line}: layer ${message}`);
}
console.log(`Layers: ${files.length} files checked, ${violations.length} forbidden imports.`);
process.exitCode = violations.length > 0 ? 1 : 0;
