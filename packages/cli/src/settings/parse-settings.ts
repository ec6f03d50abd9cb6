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
  const problems: FieldProblem[] = [];
  const registries = new Set<string>();
  const scopes = new Map<string, string>();
  const choices = new Map<ChoiceName, string>();
  const amounts = new Map<AmountName, number>();
  const ownFiles: Partial<Record<OwnFileName, string>> = {};
  const own: OwnSettings = { signers: new Map() };
  for (const pair of pairsOf(file.document.contents)) {
    const key = findScalarText(pair.key);
    if (key === 'registries') readRegistries(file, pair.value, { registries, problems });
    else if (key === 'scopes') readScopes(file, pair.value, { scopes, problems });
    else if (key !== undefined && isChoiceName(key)) readChoice(file, key, pair.value, { choices, problems });
    else if (key !== undefined && isAmountName(key)) readAmount(file, key, pair.value, { amounts, problems });
    else if (key !== undefined && isOwnFileName(key) && !isProjectSettings(path))
      readPath(file, key, pair.value, { ownFiles, problems });
    else if (key === 'signers' && !isProjectSettings(path))
      readSigners(file, pair.value, { signers: own.signers, problems });
    else if (key === 'signing-key' && !isProjectSettings(path))
      own.signingKey = readSigningKey(file, pair.value, problems);
    else {
      const names = ['signers', 'signing-key', ...OWN_FILE_NAMES, ...CHOICE_NAMES, ...AMOUNT_NAMES].map(
        (name) => `'${name}'`,
      );
      const danger = key === undefined ? undefined : findDanger(key);
      const message =
        danger !== undefined
          ? `is only for your own settings: anyone who writes a project's file could ${danger}`
          : `is not a key of these settings; there are 'registries', 'scopes', ${names.join(', ')}`;
      problems.push({ field: quoteWithoutSecrets(key ?? '?'), message, ...file.positionOf(pair.key) });
    }
  }
  if (problems.length > 0) throw invalidFile(path, problems);
  return {
    registries: [...registries],
    scopes,
    ...(choices.size > 0 && { choices }),
    ...(amounts.size > 0 && { amounts }),
    ...ownFiles,
    ...(own.signingKey !== undefined && { 'signing-key': own.signingKey }),
    ...(own.signers.size > 0 && { signers: own.signers }),
  };
}

/** What only the file of a user has, besides files. */
interface OwnSettings {
  readonly signers: Map<string, AllowedSignersSetting>;
  signingKey?: string | undefined;
}

function readSigners(
  file: YamlFile,
  mapping: unknown,
  { signers, problems }: { signers: Map<string, AllowedSignersSetting>; problems: FieldProblem[] },
): void {
  if (!isMap(mapping)) {
    const message = "must map scopes to files of allowed signers; 'prime config set signers.@acme' writes it";
    problems.push({ field: 'signers', message, ...file.positionOf(mapping) });
    return;
  }
  for (const { key, value } of pairsOf(mapping)) {
    const scope = parseScope(findScalarText(key) ?? '');
    const path = findScalarText(value);
    if (!scope.ok) problems.push({ field: 'signers', message: scope.message, ...file.positionOf(key) });
    else if (path === undefined || !isAbsolute(path)) {
      const message = `must be the absolute path of a file of allowed signers; 'prime config set signers.${scope.value}' writes it`;
      problems.push({ field: `signers.${scope.value}`, message, ...file.positionOf(value) });
    } else signers.set(scope.value, { path, line: file.positionOf(key).line });
  }
}

function readSigningKey(file: YamlFile, node: unknown, problems: FieldProblem[]): string | undefined {
  const text = findScalarText(node);
  if (text !== undefined && (isAbsolute(text) || text.startsWith('key::'))) return text;
  const message =
    "must be the absolute path of an SSH key, or 'key::' and a public key; 'prime config set signing-key' writes it";
  problems.push({ field: 'signing-key', message, ...file.positionOf(node) });
  return undefined;
}

function readPath(
  file: YamlFile,
  name: OwnFileName,
  node: unknown,
  { ownFiles, problems }: { ownFiles: Partial<Record<OwnFileName, string>>; problems: FieldProblem[] },
): void {
  const path = findScalarText(node);
  if (path !== undefined && isAbsolute(path)) {
    ownFiles[name] = path;
    return;
  }
  const message = `must be the absolute path of a file of ${OWN_FILES[name].contents}; 'prime config set ${name}' writes it`;
  problems.push({ field: name, message, ...file.positionOf(node) });
}

function readChoice(
  file: YamlFile,
  name: ChoiceName,
  node: unknown,
  { choices, problems }: { choices: Map<ChoiceName, string>; problems: FieldProblem[] },
): void {
  const value = findScalarText(node);
  const { strict, loose } = CHOICES[name];
  if (value === strict || value === loose) choices.set(name, value);
  else problems.push({ field: name, message: `must be '${strict}' or '${loose}'`, ...file.positionOf(node) });
}

function readAmount(
  file: YamlFile,
  name: AmountName,
  node: unknown,
  { amounts, problems }: { amounts: Map<AmountName, number>; problems: FieldProblem[] },
): void {
  const { parse, allowed } = AMOUNTS[name];
  const amount = parse(findScalarText(node) ?? '');
  if (amount !== undefined) amounts.set(name, amount);
  else problems.push({ field: name, message: `must be ${allowed}`, ...file.positionOf(node) });
}

function readRegistries(
  file: YamlFile,
  list: unknown,
  { registries, problems }: { registries: Set<string>; problems: FieldProblem[] },
): void {
  if (!isSeq(list)) {
    const message = "must be a list of base URLs, each on a line such as '- https://primes.example.com'";
    problems.push({ field: 'registries', message, ...file.positionOf(list) });
    return;
  }
  for (const [index, item] of list.items.entries()) {
    const url = readUrl(file, item, { field: `registries[${index}]`, problems });
    if (url !== undefined) registries.add(url);
  }
}

function readScopes(
  file: YamlFile,
  mapping: unknown,
  { scopes, problems }: { scopes: Map<string, string>; problems: FieldProblem[] },
): void {
  if (!isMap(mapping)) {
    const message =
      'must map scopes to base URLs, each on a line such as \'"@acme": https://primes.example.com\'';
    problems.push({ field: 'scopes', message, ...file.positionOf(mapping) });
    return;
  }
  for (const { key, value } of pairsOf(mapping)) {
    const scope = parseScope(findScalarText(key) ?? '');
    if (!scope.ok) problems.push({ field: 'scopes', message: scope.message, ...file.positionOf(key) });
    const field = scope.ok ? `scopes.${scope.value}` : 'scopes';
    const url = readUrl(file, value, { field, problems });
    if (scope.ok && url !== undefined) scopes.set(scope.value, url);
  }
}

function readUrl(
  file: YamlFile,
  node: unknown,
  { field, problems }: { field: string; problems: FieldProblem[] },
): string | undefined {
  const text = findScalarText(node);
  const url = text === undefined ? undefined : parseRegistryUrl(text);
  if (url?.ok === true) return url.value;
  const message = url?.message ?? "must be a base URL, such as 'https://primes.example.com'";
  problems.push({ field, message, ...file.positionOf(node) });
  return undefined;
}
