// What pages load: own files, named by their contents, so that they may be kept for ever.
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';

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

const files = new Map<string, Asset>();

function load(name: string, type: keyof typeof TYPES): string {
  const content = readFileSync(new URL(`assets/${name}.${type}`, import.meta.url), 'utf8');
  const hash = createHash('sha256').update(content).digest('hex').slice(0, 12);
  const file = `${name}-${hash}.${type}`;
  files.set(file, { contentType: TYPES[type], content });
  return `/-/assets/${file}`;
}

/** Where each file is. */
export const ASSETS = {
  style: load('style', 'css'),
  page: load('page', 'js'),
  graph: load('graph', 'js'),
  icon: load('icon', 'svg'),
} as const;

/** The file under a name with its hash; undefined for any other. */
export function findAsset(file: string): Asset | undefined {
  return files.get(file);
}
