// Changes one key of a `config.yaml`. The rest of the file stays as it is, including comments.
import { dirname } from 'node:path';
import { parseRegistryUrl } from '@prime-registry/protocol';
import { type Document, isMap, isSeq } from 'yaml';
import { replaceFile } from '../files/replace-file.ts';
import { findText } from '../files/settings-text.ts';
import { findScalarText, parseYamlFile } from '../files/yaml-file.ts';
import type { LockOptions } from '../install/project-lock/project-lock.ts';
import type { AmountName } from './amounts.ts';
import type { ChoiceName } from './choices.ts';
import { lockProjectSettings, lockSettings } from './lock-settings.ts';
import type { OwnFileName } from './own-files.ts';
import { parseSettings } from './parse-settings.ts';
import { isProjectSettings } from './settings.ts';

/** The settings that are one text in a file. */
type TextSetting = ChoiceName | AmountName | OwnFileName | 'signing-key';

/** A change; the URLs are normalised by `parseRegistryUrl`. */
export type SettingsChange =
  | { readonly registries: readonly string[] | undefined }
  /** Adds it at the end of the list, unless it is there. */
  | { readonly added: string }
  | { readonly scope: string; readonly registry: string | undefined }
  | { readonly setting: TextSetting; readonly value: string | undefined }
  | { readonly signersOf: string; readonly path: string | undefined };

/**
 * Writes a change into a file, and creates the file as needed; undefined removes the key. The user's own file
 * may be a link.
 * @param wait - how to wait for another command that changes the project
 * @throws CommandError if another process changes the folder for too long
 * @throws ValidationError if the file is invalid, or if it is a project's file behind a link
 */
export async function changeSettings(
  path: string,
  change: SettingsChange,
  wait: LockOptions = { signal: new AbortController().signal },
): Promise<void> {
  const isOwn = !isProjectSettings(path);
  const folder = dirname(path);
  await using _lock = isOwn ? await lockSettings(folder) : await lockProjectSettings(folder, wait);
  const before = (await findText(path)) ?? '';
  await replaceFile(path, applyChange(path, before, change), { followsLinks: isOwn });
}

/** The text of a file after a change. @throws ValidationError if the text is invalid already */
export function applyChange(path: string, text: string, change: SettingsChange): string {
  const { registries } = parseSettings(path, text);
  const { document } = parseYamlFile(path, text);
  if (!isMap(document.contents)) document.contents = document.createNode({});
  if ('scope' in change) setEntry(document, 'scopes', change.scope, change.registry);
  else if ('signersOf' in change) setEntry(document, 'signers', change.signersOf, change.path);
  else if ('added' in change) setRegistries(document, [...new Set([...registries, change.added])]);
  else if ('setting' in change) setText(document, change.setting, change.value);
  else setRegistries(document, change.registries);
  // An empty mapping is `{}`; without this, new keys would be written in braces.
  if (isMap(document.contents)) document.contents.flow = false;
  return document.toString({ lineWidth: 0 });
}

/** One entry of a mapping of scopes; without entries there is no mapping. */
function setEntry(document: Document, name: string, scope: string, value: string | undefined): void {
  if (value !== undefined) {
    document.setIn([name, scope], value);
    return;
  }
  const entries = document.get(name);
  if (!isMap(entries)) return;
  entries.delete(scope);
  if (entries.items.length === 0) document.delete(name);
}

function setText(document: Document, name: string, value: string | undefined): void {
  if (value === undefined) document.delete(name);
  else document.set(name, value);
}

function setRegistries(document: Document, urls: readonly string[] | undefined): void {
  if (urls === undefined) {
    document.delete('registries');
    return;
  }
  const list = document.get('registries');
  if (!isSeq(list)) {
    document.set('registries', document.createNode(urls));
    return;
  }
  // Entries that stay keep their comments.
  const known = new Map(list.items.map((item) => [urlOf(item), item]));
  list.items = urls.map((url) => known.get(url) ?? document.createNode(url));
}

function urlOf(item: unknown): string | undefined {
  const url = parseRegistryUrl(findScalarText(item) ?? '');
  return url.ok ? url.value : undefined;
}
