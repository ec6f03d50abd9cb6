// Reads a `config.yaml`. Most users and projects have none: the YAML library is only loaded if there is one.
import { findText } from '../files/settings-text.ts';
import type { Settings } from './settings.ts';

/** Reads a file; a missing one is empty. @throws ValidationError with every mistake, its line and column */
export async function readSettings(path: string): Promise<Settings> {
  const text = await findText(path);
  if (text === undefined) return { registries: [], scopes: new Map() };
  const { parseSettings } = await import('./parse-settings.ts');
  return parseSettings(path, text);
}
