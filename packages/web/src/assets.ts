// Files that pages load. Their names contain a hash of their contents, so that browsers can cache them for
// good.
import { createHash } from 'node:crypto';
import { readAssetFile } from './asset-files.ts';

export interface Asset {
  readonly contentType: string;
  readonly content: string | Uint8Array;
}

const TYPES = {
  css: 'text/css; charset=utf-8',
  js: 'text/javascript; charset=utf-8',
  svg: 'image/svg+xml',
} as const;

/** The parts of the style sheet; later ones override earlier ones. */
const STYLES = [
  'base',
  'frame',
  'controls',
  'home',
  'entries',
  'find',
  'prime',
  'prime-parts',
  'reading',
  'atoms',
  'atom',
  'changes',
  'prose',
  'code',
  'contents',
  'graph',
  'graph-panels',
  'graph-sizes',
  'neighbourhood',
  'texts',
  'reference',
  'languages',
  'forced-colors',
] as const;

/** The same of a style sheet, and the indentation of its lines. */
const STYLE_FOR_READERS = /\/\*(?:[^*]|\*(?!\/))*\*\/\n?|^[ \t]+/gm;
/** Lines that are comments: readers of the sources need them, browsers do not. */
const COMMENTS = /^[ \t]*(?:\/\/.*|\/\*(?:[^*]|\*(?!\/))*\*\/[ \t]*)\n/gm;

const files = new Map<string, Asset>();

export const ASSETS = {
  style: serve(
    'style',
    'css',
    STYLES.map((part) => readAssetFile(`style/${part}.css`).replaceAll(STYLE_FOR_READERS, '')).join(''),
  ),
  // One file, because every page loads both.
  page: serve(
    'page',
    'js',
    ['page', 'suggest'].map((name) => readAssetFile(`${name}.js`).replaceAll(COMMENTS, '')).join('\n'),
  ),
  graph: loadModule('graph'),
  icon: serve('icon', 'svg', readAssetFile('icon.svg')),
} as const;

/** The file with a name that contains its hash; undefined for other names. */
export function findAsset(file: string): Asset | undefined {
  return files.get(file);
}

/**
 * Joins a module with the modules that it imports, each once and after what it imports: one file loads in one
 * request. They share a scope, so names at their top level differ; a test parses the result.
 */
function loadModule(name: string): string {
  const parts = new Map<string, string>();
  const add = (module: string): void => {
    if (parts.has(module)) return;
    // Before the imports: modules may import each other's types, but not values, in a circle.
    parts.set(module, '');
    const text = readAssetFile(`${module}.js`);
    const body = text.replaceAll(/^import [^;]* from '\.\/([a-z-]+)\.js';\n/gm, (_, imported: string) => {
      add(imported);
      return '';
    });
    parts.delete(module);
    parts.set(module, body.replaceAll(/^export /gm, ''));
  };
  add(name);
  return serve(name, 'js', [...parts.values()].join('\n').replaceAll(COMMENTS, ''));
}

function serve(name: string, type: keyof typeof TYPES, content: string): string {
  const hash = createHash('sha256').update(content).digest('hex').slice(0, 12);
  const file = `${name}-${hash}.${type}`;
  files.set(file, { contentType: TYPES[type], content });
  return `/-/assets/${file}`;
}
