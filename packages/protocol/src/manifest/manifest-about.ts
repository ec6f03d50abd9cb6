// Reads what a pack.yaml says about a Prime for people: where it is developed, by whom, and what it is made from. None
// of it is part of the contract, so whatever has another form is left out.
import { isMap, isScalar, isSeq, type Node, type YAMLMap } from 'yaml';
import { readYamlMapping } from './yaml-mapping.ts';

/** A person or a group that a manifest names. */
export interface Maintainer {
  readonly name: string;
  /** An https address; undefined if none is given. */
  readonly url: string | undefined;
}

/** A work that a Prime is made from. */
export interface SourceWork {
  readonly title: string;
  /** An https address; undefined if none is given. */
  readonly url: string | undefined;
  readonly license: string | undefined;
}

/** What a manifest says for people; every text is on one line, of at most 300 characters. */
export interface ManifestAbout {
  /** At most 50. */
  readonly tags: readonly string[];
  /** An https address. */
  readonly homepage: string | undefined;
  /** An https address. */
  readonly repository: string | undefined;
  /** At most 50. */
  readonly maintainers: readonly Maintainer[];
  /** At most 50. */
  readonly sources: readonly SourceWork[];
}

const MAX_ITEMS = 50;
const MAX_TEXT_LENGTH = 300;
const MAX_URL_LENGTH = 2000;

const NOTHING: ManifestAbout = {
  tags: [],
  homepage: undefined,
  repository: undefined,
  maintainers: [],
  sources: [],
};

/** Reads a pack.yaml. One that is no YAML says nothing. */
export function readManifestAbout(bytes: Uint8Array): ManifestAbout {
  const read = readYamlMapping(bytes);
  if ('problem' in read) return NOTHING;
  const { entries } = read.mapping;
  const nodeOf = (key: string): Node | undefined => entries.get(key)?.node;
  return {
    tags: itemsOf(nodeOf('tags')).flatMap((item) => textOf(item) ?? []),
    homepage: urlOf(nodeOf('homepage')),
    repository: urlOf(nodeOf('repository')),
    maintainers: itemsOf(nodeOf('maintainers')).flatMap((item) => maintainerOf(item) ?? []),
    sources: itemsOf(nodeOf('sources')).flatMap((item) => sourceOf(item) ?? []),
  };
}

/** The items of a list; a single value is a list of one. */
function itemsOf(node: unknown): readonly unknown[] {
  if (isSeq(node)) return node.items.slice(0, MAX_ITEMS);
  return isMap(node) || isScalar(node) ? [node] : [];
}

/** As in `Ada <ada@example.org> (https://example.org)`, or a mapping. The address of a mailbox is left out. */
function maintainerOf(node: unknown): Maintainer | undefined {
  if (isMap(node)) {
    const name = textOf(fieldOf(node, 'name'));
    return name === undefined ? undefined : { name, url: urlOf(fieldOf(node, 'url')) };
  }
  const text = textOf(node);
  if (text === undefined) return undefined;
  const [, url] = /\((https:[^\s()]+)\)/.exec(text) ?? [];
  const name = text.replaceAll(/<[^<>]*>|\(https:[^()]*\)/g, '').trim();
  return name === '' ? undefined : { name, url: safeUrl(url) };
}

function sourceOf(node: unknown): SourceWork | undefined {
  if (!isMap(node)) {
    const title = textOf(node);
    return title === undefined ? undefined : { title, url: safeUrl(title), license: undefined };
  }
  const url = urlOf(fieldOf(node, 'url'));
  const title = textOf(fieldOf(node, 'title')) ?? textOf(fieldOf(node, 'name')) ?? url;
  return title === undefined ? undefined : { title, url, license: textOf(fieldOf(node, 'license')) };
}

/** An https address: a text, or the `url` of a mapping as in package.json. */
function urlOf(node: unknown): string | undefined {
  return safeUrl(scalarOf(isMap(node) ? fieldOf(node, 'url') : node)?.replace(/^git\+/, ''));
}

/** The address as a URL parser writes it, without credentials; undefined unless it is https. */
function safeUrl(text: string | undefined): string | undefined {
  if (text === undefined || text.length > MAX_URL_LENGTH) return undefined;
  const url = URL.parse(text);
  if (url?.protocol !== 'https:' || url.username !== '' || url.password !== '') return undefined;
  return url.href;
}

function textOf(node: unknown): string | undefined {
  const text = scalarOf(node)?.replaceAll(/\s+/g, ' ').trim().slice(0, MAX_TEXT_LENGTH).toWellFormed();
  return text === '' ? undefined : text;
}

function scalarOf(node: unknown): string | undefined {
  return isScalar(node) && node.value !== null ? String(node.value) : undefined;
}

function fieldOf(map: YAMLMap, key: string): unknown {
  return map.items.find((pair) => isScalar(pair.key) && pair.key.value === key)?.value;
}
