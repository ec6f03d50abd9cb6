// `prime-registry trust add`
import { randomBytes } from 'node:crypto';
import {
  escapeControls,
  type Flags,
  flag,
  formatColumns,
  UsageError,
  valued,
} from '@prime-registry/command-line';
import { draftTrustRule, type TrustRule } from '@prime-registry/identity';
import { quote } from '@prime-registry/protocol/basics';
import { MAX_TRUST_RULES, type StoredTrustRule } from '@prime-registry/store';
import { operatorActs } from '../../actions/tokens/act.ts';
import type { Command } from '../command.ts';
import type { CommandHost } from '../command-host.ts';
import { DATA_SETTINGS, type Store, withExistingStore } from '../open-data.ts';
import { printItem } from '../output.ts';
import { describeRule, listConditions } from './describe-rule.ts';
import { readRuleFile } from './read-rule-file.ts';
import { RULE_OPTIONS, readRuleOptions } from './rule-options.ts';

export const trustAdd: Command = {
  settings: DATA_SETTINGS,
  options: {
    ...RULE_OPTIONS,
    file: valued('<file>', 'A rule, or several, in YAML or JSON instead of options'),
    json: flag('Print JSON, one rule a line'),
  },
  async run(flags, [preset, who], host) {
    const drafts =
      flags.file === undefined ? [draftOptions(preset, who, flags)] : await draftFile(preset, flags);
    const added = await withExistingStore(host, flags, (store) => addAll(store, drafts));
    for (const stored of added) await printItem(host, flags.json, stored, describeRule, describe);
    if (flags.json !== true) writeNotes(host, drafts);
    return 0;
  },
};

/** A rule to add, and what the operator should know of it. */
interface Draft {
  readonly rule: TrustRule;
  readonly notes: readonly string[];
}

function draftOptions(preset: string | undefined, who: string | undefined, flags: Flags): Draft {
  if (preset === undefined) throw new UsageError('give a preset such as github, or --file');
  const drafted = draftTrustRule(readRuleOptions(preset, who, flags));
  if ('rule' in drafted) return drafted;
  throw new UsageError(listLines(drafted.problems.map(({ field, message }) => `${field}: ${message}`)));
}

async function draftFile(preset: string | undefined, flags: Flags): Promise<Draft[]> {
  const path = String(flags.file);
  const other = Object.keys(RULE_OPTIONS).find((option) => flags[option] !== undefined);
  if (preset !== undefined || other !== undefined)
    throw new UsageError(`the file says everything: leave out ${preset ?? `--${other}`}`);
  const drafts: Draft[] = [];
  const problems: string[] = [];
  for (const { input, positionOf } of await readRuleFile(path)) {
    const drafted = draftTrustRule(input);
    if ('rule' in drafted) drafts.push(drafted);
    else
      for (const { field, message } of drafted.problems)
        problems.push(`${path}:${positionOf(field).line}: ${field}: ${message}`);
  }
  if (problems.length > 0) throw new UsageError(listLines(problems));
  return drafts;
}

async function addAll(store: Store, drafts: readonly Draft[]): Promise<StoredTrustRule[]> {
  const known = await store.listTrustRules();
  const names = [...known.map(({ rule }) => rule.name), ...drafts.map(({ rule }) => rule.name)];
  const taken = names.find((name, index) => names.indexOf(name) < index);
  if (taken !== undefined)
    throw new Error(
      `there is already a rule ${quote(taken)}; remove it first, or call the new one otherwise (--name)`,
    );
  if (names.length > MAX_TRUST_RULES) throw new Error(`a registry has at most ${MAX_TRUST_RULES} rules`);
  const atMs = Date.now();
  const act = operatorActs('trust-add', atMs);
  const added: StoredTrustRule[] = [];
  for (const [index, { rule }] of drafts.entries()) {
    const id = `tr_${randomBytes(6).toString('hex')}`;
    // The order of the file: the oldest rule that matches is the one that counts.
    const created = { id, rule, createdAtMs: atMs + index, createdBy: act.actorName };
    if (!(await store.insertTrustRule(created, act)))
      throw new Error(
        `there is already a rule ${quote(rule.name)}, since a moment; nothing after it was added`,
      );
    added.push({ ...created, pinned: undefined, lastUsedAtMs: undefined });
  }
  return added;
}

function describe(stored: StoredTrustRule): string {
  const { name, issuer, may, scopes, primes } = stored.rule;
  const rows = [['iss', issuer], ...listConditions(stored)].map((row) => row.map(escapeControls));
  const allowed = `${may.join(', ')} for ${[...scopes, ...primes].join(', ')}`;
  return `Rule ${quote(name)} allows ${allowed} to identities with\n${formatColumns(rows, '  ').trimEnd()}`;
}

function writeNotes({ stderr }: CommandHost, drafts: readonly Draft[]): void {
  for (const { rule, notes } of drafts)
    for (const note of notes) stderr.write(`note: rule ${quote(rule.name)}: ${note}\n`);
}

function listLines(lines: readonly string[]): string {
  const [only = ''] = lines;
  return lines.length === 1 ? only : `nothing was added\n${lines.map((line) => `  ${line}`).join('\n')}`;
}
