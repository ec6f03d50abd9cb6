// `npm run check:layers`: fails, with file and line, on imports that break the layering of
// docs/architecture.md, on import circles, and on folders without a rule.
import { findImportCircles } from './import-circles.ts';
import { findFoldersWithoutRule, findLayerViolations } from './layer-violations.ts';
import { listModuleImports } from './module-imports.ts';
import { listSourceFiles, listWorkspacePackages, resolveImport } from './source-tree.ts';

// Tests may import anything, except those of the conformance suite, which must be independent of the
// workspace.
const product = listSourceFiles('{packages,testing}/*/src/**/*.{ts,js}', 'packages/conformance/test/**/*.ts');
const bound = product.filter(({ path }) => path.endsWith('.ts'));
const packages = listWorkspacePackages();
const violations = findLayerViolations(bound, packages);
for (const { path, line, message } of violations) console.error(`${path}:${line}: layer ${message}`);

const withoutRule = findFoldersWithoutRule(bound.map(({ path }) => path));
for (const folder of withoutRule)
  console.error(`${folder}: no rule in scripts/layers/layer-rules.ts applies to it`);

const everything = [
  ...product,
  ...listSourceFiles('{packages,testing}/*/test/**/*.ts', '{scripts,bench}/**/*.ts'),
];
const circles = findImportCircles(
  new Map(
    everything.map(({ path, text }) => [
      path,
      listModuleImports(text).flatMap(({ specifier }) => resolveImport(path, specifier, packages) ?? []),
    ]),
  ),
);
for (const circle of circles)
  console.error(`import circle of ${circle.length} files:\n  ${circle.join('\n  ')}`);

console.log(
  `Layers: ${bound.length} files checked, ${violations.length} forbidden imports, ` +
    `${withoutRule.length} folders without a rule, ${circles.length} import circles in ${everything.length} files.`,
);
process.exitCode = violations.length + withoutRule.length + circles.length > 0 ? 1 : 0;
