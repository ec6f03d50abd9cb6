// Collects the fields of a new Prime from the flags, and asks for the others.

import { basename } from 'node:path';
import { type Flags, UsageError } from '@prime-registry/command-line';
import { parsePrimeName, parseScope } from '@prime-registry/protocol';
import type { CommandContext } from '../command.ts';
import { parseNameArgument } from '../find/parse-arguments.ts';
import { askText } from '../terminal/ask.ts';
import { type DraftTexts, findFieldProblem, type PrimeDraft } from './prime-draft.ts';

const DEFAULTS = { version: '0.1.0', license: 'Apache-2.0' };
const FIELDS = ['name', 'version', 'description', 'license'] as const;

/** What the questions need: a terminal, and the folder for the suggested name. */
export interface DraftRequest extends Pick<CommandContext, 'terminal' | 'signal'> {
  readonly primeFolder: string;
}

/**
 * The draft of a new Prime. With `--yes`, or without a terminal, no questions are asked.
 * @throws UsageError for an invalid flag, or for a missing one that cannot be asked for
 */
export async function askDraft(request: DraftRequest, flags: Flags): Promise<PrimeDraft> {
  const given = readFlags(flags);
  if (flags.yes === true || !request.terminal.isInteractive) {
    const { name, description } = given;
    if (name === undefined || description === undefined) {
      const missing = (['name', 'description'] as const).filter((field) => given[field] === undefined);
      const options = missing.map((field) => `--${field}`).join(' and ');
      throw new UsageError(`${options} must be given, because prime cannot ask here`);
    }
    return toDraft({ ...DEFAULTS, ...given, name, description });
  }
  const ask = async (field: 'version' | 'description' | 'license', message: string, defaultValue = '') =>
    given[field] ??
    (await askText(request, {
      message,
      defaultValue,
      validate: (answer) => findFieldProblem(field, answer),
      otherwise: `--${field} is missing`,
    }));
  // In the order in which people think of them.
  const name = given.name ?? (await askName(request));
  const version = await ask('version', 'Version', DEFAULTS.version);
  const description = await ask('description', 'Description: what it is about, in a sentence or two');
  const license = await ask('license', 'License, as an identifier of spdx.org/licenses', DEFAULTS.license);
  return toDraft({ name, version, description, license });
}

function readFlags(flags: Flags): Partial<DraftTexts> {
  const given: { -readonly [Field in keyof DraftTexts]?: string } = {};
  const problems: string[] = [];
  for (const field of FIELDS) {
    const value = flags[field];
    if (typeof value !== 'string') continue;
    given[field] = value;
    const problem = findFieldProblem(field, value);
    if (problem !== undefined) problems.push(`--${field}: ${problem}`);
  }
  if (problems.length > 0) throw new UsageError(problems.join('; '));
  return given;
}

async function askName(request: DraftRequest): Promise<string> {
  const otherwise = '--name is missing';
  const toScope = (answer: string) => (answer.startsWith('@') ? answer : `@${answer}`);
  const scope = await askText(request, {
    message: 'Scope: the publisher, such as @acme',
    validate: (answer) => messageOf(parseScope(toScope(answer))),
    otherwise,
  });
  const shortName = await askText(request, {
    message: 'Name: one or a few words',
    defaultValue: suggestShortName(basename(request.primeFolder)),
    validate: (answer) => messageOf(parsePrimeName(`${toScope(scope)}/${answer}`)),
    otherwise,
  });
  return `${toScope(scope)}/${shortName}`;
}

/** A short name derived from the name of a folder; empty if there is no valid one. */
export function suggestShortName(folderName: string): string {
  const name = folderName
    .toLowerCase()
    .replaceAll(/[^a-z0-9._-]+/g, '-')
    .slice(0, 64)
    .replaceAll(/^[._-]+|[._-]+$/g, '');
  return parsePrimeName(`@acme/${name}`).ok ? name : '';
}

function toDraft(texts: DraftTexts): PrimeDraft {
  return { ...texts, name: parseNameArgument(texts.name) };
}

function messageOf(parsed: { readonly ok: true } | { readonly ok: false; readonly message: string }) {
  return parsed.ok ? undefined : parsed.message;
}
