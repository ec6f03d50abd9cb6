// A `config.yaml`: the registries, the scopes that are pinned to one of them, and how strict to be. Parsed
// strictly, because a mistake could send a private name to the wrong registry.
import { isAbsolute } from 'node:path';
import {
  type FieldProblem,
  parseRegistryUrl,
  parseScope,
  quoteWithoutSecrets,
} from '@prime-registry/protocol';
import { isMap, isSeq } from 'yaml';
import { findScalarText, invalidFile, pairsOf, parseYamlFile, type YamlFile } from '../files/yaml-file.ts';
import { AMOUNT_NAMES, AMOUNTS, type AmountName, isAmountName } from './amounts.ts';
import { CHOICE_NAMES, CHOICES, type ChoiceName, isChoiceName } from './choices.ts';
import { findDanger, isOwnFileName, OWN_FILE_NAMES, OWN_FILES, type OwnFileName } from './own-files.ts';
import { type AllowedSignersSetting, isProjectSettings, type Settings } from './settings.ts';

/** Parses the text of a file. @throws ValidationError with every mistake, its line and column */
export function parseSettings(path: string, text: string): Settings {
  const file = parseYamlFile(path, text);
  const reading: Reading = { file, problems: [] };
  const registries = new Set<string>();
  const scopes = new Map<string, string>();
  const choices = new Map<ChoiceName, string>();
  const amounts = new Map<AmountName, number>();
  const signers = new Map<string, AllowedSignersSetting>();
  // What only the file of a user has.
  const own: Own = {};
  const isOwn = !isProjectSettings(path);
  for (const { key: node, value } of pairsOf(file.document.contents)) {
    const key = findScalarText(node) ?? '?';
    if (key === 'registries') readRegistries(reading, value, registries);
    else if (key === 'scopes') readScopes(reading, value, scopes);
    else if (isChoiceName(key)) readChoice(reading, key, value, choices);
    else if (isAmountName(key)) readAmount(reading, key, value, amounts);
    else if (isOwnFileName(key) && isOwn) readPath(reading, key, value, own);
    else if (key === 'signers' && isOwn) readSigners(reading, value, signers);
    else if (key === 'signing-key' && isOwn) readSigningKey(reading, value, own);
    else {
      const names = ['signers', 'signing-key', ...OWN_FILE_NAMES, ...CHOICE_NAMES, ...AMOUNT_NAMES];
      const danger = findDanger(key);
      const message =
        danger !== undefined
          ? `is only for your own settings: anyone who writes a project's file could ${danger}`
          : `is not a key of these settings; there are 'registries', 'scopes', ${names.map((name) => `'${name}'`).join(', ')}`;
      tell(reading, quoteWithoutSecrets(key), node, message);
    }
  }
  if (reading.problems.length > 0) throw invalidFile(path, reading.problems);
  return {
    registries: [...registries],
    scopes,
    ...(choices.size > 0 && { choices }),
    ...(amounts.size > 0 && { amounts }),
    ...own,
    ...(signers.size > 0 && { signers }),
  };
}

interface Reading {
  readonly file: YamlFile;
  readonly problems: FieldProblem[];
}

function tell({ file, problems }: Reading, field: string, node: unknown, message: string): void {
  problems.push({ field, message, ...file.positionOf(node) });
}

type Own = Partial<Record<OwnFileName | 'signing-key', string>>;

function readSigners(reading: Reading, mapping: unknown, signers: Map<string, AllowedSignersSetting>): void {
  if (!isMap(mapping)) {
    const message = "must map scopes to files of allowed signers; 'prime config set signers.@acme' writes it";
    tell(reading, 'signers', mapping, message);
    return;
  }
  for (const { key, value } of pairsOf(mapping)) {
    const scope = parseScope(findScalarText(key) ?? '');
    const path = findScalarText(value);
    if (!scope.ok) tell(reading, 'signers', key, scope.message);
    else if (path === undefined || !isAbsolute(path)) {
      const message = `must be the absolute path of a file of allowed signers; 'prime config set signers.${scope.value}' writes it`;
      tell(reading, `signers.${scope.value}`, value, message);
    } else signers.set(scope.value, { path, line: reading.file.positionOf(key).line });
  }
}

function readSigningKey(reading: Reading, node: unknown, own: Own): void {
  const text = findScalarText(node);
  const message =
    "must be the absolute path of an SSH key, or 'key::' and a public key; 'prime config set signing-key' writes it";
  if (text !== undefined && (isAbsolute(text) || text.startsWith('key::'))) own['signing-key'] = text;
  else tell(reading, 'signing-key', node, message);
}

function readPath(reading: Reading, name: OwnFileName, node: unknown, own: Own): void {
  const path = findScalarText(node);
  const message = `must be the absolute path of a file of ${OWN_FILES[name].contents}; 'prime config set ${name}' writes it`;
  if (path !== undefined && isAbsolute(path)) own[name] = path;
  else tell(reading, name, node, message);
}

function readChoice(
  reading: Reading,
  name: ChoiceName,
  node: unknown,
  choices: Map<ChoiceName, string>,
): void {
  const value = findScalarText(node);
  const { strict, loose } = CHOICES[name];
  if (value === strict || value === loose) choices.set(name, value);
  else tell(reading, name, node, `must be '${strict}' or '${loose}'`);
}

function readAmount(
  reading: Reading,
  name: AmountName,
  node: unknown,
  amounts: Map<AmountName, number>,
): void {
  const { parse, allowed } = AMOUNTS[name];
  const amount = parse(findScalarText(node) ?? '');
  if (amount !== undefined) amounts.set(name, amount);
  else tell(reading, name, node, `must be ${allowed}`);
}

function readRegistries(reading: Reading, list: unknown, registries: Set<string>): void {
  if (!isSeq(list)) {
    const message = "must be a list of base URLs, each on a line such as '- https://primes.example.com'";
    tell(reading, 'registries', list, message);
    return;
  }
  for (const [index, item] of list.items.entries()) {
    const url = readUrl(reading, item, `registries[${index}]`);
    if (url !== undefined) registries.add(url);
  }
}

function readScopes(reading: Reading, mapping: unknown, scopes: Map<string, string>): void {
  if (!isMap(mapping)) {
    const message =
      'must map scopes to base URLs, each on a line such as \'"@acme": https://primes.example.com\'';
    tell(reading, 'scopes', mapping, message);
    return;
  }
  for (const { key, value } of pairsOf(mapping)) {
    const scope = parseScope(findScalarText(key) ?? '');
    if (!scope.ok) tell(reading, 'scopes', key, scope.message);
    const url = readUrl(reading, value, scope.ok ? `scopes.${scope.value}` : 'scopes');
    if (scope.ok && url !== undefined) scopes.set(scope.value, url);
  }
}

function readUrl(reading: Reading, node: unknown, field: string): string | undefined {
  const text = findScalarText(node);
  const url = text === undefined ? undefined : parseRegistryUrl(text);
  if (url?.ok === true) return url.value;
  tell(reading, field, node, url?.message ?? "must be a base URL, such as 'https://primes.example.com'");
  return undefined;
}
