// Lints a checked tarball, with what the registries know.
import {
  assessAtoms,
  type Finding,
  FindingList,
  lintPrime,
  lintRegistry,
  MAX_FINDINGS,
  RULES,
  type RuleCode,
  readLintSettings,
  type Score,
  type Severity,
  scoreVersion,
} from '@prime-registry/lint';
import { CommandError } from '../errors/command-error.ts';
import type { CheckedTarball } from '../pack/check-tarball.ts';
import { createIsHeld, type Holders } from './holders.ts';
import { placeFindings } from './place-findings.ts';

/** What lint found. */
export interface LintReport {
  /** The first 1,000, by file and position. */
  readonly findings: readonly Finding[];
  /** Of all findings. */
  readonly counts: Readonly<Record<Severity, number>>;
  /** Rules that pack.yaml or the command line turned off. */
  readonly off: readonly RuleCode[];
  /** As a registry computes it: no rule is off, and other Primes do not matter. */
  readonly score: Score;
}

/** Lints. @param place - path of the folder or tarball @throws CommandError if the atoms cannot be read */
export async function lintTarball(
  { manifest, manifestBytes, inventory, readmeLength }: CheckedTarball,
  { holders, off: given, place }: { holders: Holders; off: ReadonlySet<RuleCode>; place: string },
): Promise<LintReport> {
  if (inventory === undefined) throw new CommandError('the atoms cannot be read');
  const settings = readLintSettings(manifestBytes);
  const off = new Set([...settings.off, ...given]);
  const { name, description, license } = manifest;
  const requires = Object.keys(manifest.requires);
  const facts = { description, license, readmeLength, requires };
  const list = new FindingList();
  lintPrime({ inventory, facts, placeOf: settings.placeOf, isHeld: createIsHeld(manifest, holders) }, list);
  for (const problem of settings.problems) list.add('unknown-rule', () => problem);
  if (holders.asked.length > 0) lintRegistry({ name: name.full, requires }, inventory.atoms, holders, list);
  const counts = { error: 0, warning: 0, note: 0 };
  for (const [code, count] of Object.entries(list.counts) as [RuleCode, number][])
    if (!off.has(code)) counts[RULES[code].severity] += count;
  const findings = list.list().filter(({ rule }) => !off.has(rule));
  return {
    findings: (await placeFindings(findings, place)).slice(0, MAX_FINDINGS),
    counts,
    off: [...off],
    score: scoreVersion(assessAtoms(inventory), facts),
  };
}
