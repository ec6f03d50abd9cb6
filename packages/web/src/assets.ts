// Files that pages load. Their names contain a hash of their contents, so that browsers can cache them for
// good.
import { createHash } from 'node:crypto';
import { readAssetFile } from './asset-files.ts';

/** A file that pages load. */
export interface Asset {
  readonly contentType: string;
  readonly content: string;
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
  'atoms',
  'atom',
  'prose',
  'graph',
  'texts',
  'languages',
] as const;

const files = new Map<string, Asset>();

/** Paths of the files. */
export const ASSETS = {
  style: serve('style', 'css', STYLES.map((part) => readAssetFile(`style/${part}.css`)).join('')),
  page: loadModule('page'),
  graph: loadModule('graph'),
  icon: serve('icon', 'svg', readAssetFile('icon.svg')),
} as const;

/** The file with a name that contains its hash; undefined for other names. */
export function findAsset(file: string): Asset | undefined {
  return files.get(file);
}

/** Loads a module, after the modules that it imports: their names contain their hashes. */
function loadModule(name: string): string {
  const content = readAssetFile(`${name}.js`).replaceAll(
    / from '\.\/([a-z-]+)\.js';$/gm,
    (_, imported: string) => ` from '${loadModule(imported)}';`,
  );
  return serve(name, 'js', content);
}

function serve(name: string, type: keyof typeof TYPES, content: string): string {
  const hash = createHash('sha256').update(content).digest('hex').slice(0, 12);
  const file = `${name}-${hash}.${type}`;
  files.set(file, { contentType: TYPES[type], content });
  return `/-/assets/${file}`;
}
