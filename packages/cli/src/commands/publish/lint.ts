// `prime lint`
import { stat } from 'node:fs/promises';
import { relative, resolve, sep } from 'node:path';
import { flag, formatCount, toPrintable, valued } from '@prime-registry/command-line';
import type { Severity } from '@prime-registry/lint';
import type { Command } from '../../command.ts';
import { DONE, FAILED } from '../../exit-code.ts';
import { formatFindings, readFormat, readMaxWarnings, readOff } from '../../lint/lint-options.ts';
import { type LintReport, lintTarball } from '../../lint/lint-tarball.ts';
import { askRegistries, readLinted } from '../../lint/read-linted.ts';
import { NAME_OPTION } from '../../pack/name-flag.ts';

/** A linted Prime. */
export interface LintResult extends LintReport {
  readonly name: string;
  readonly version: string;
  /** Base URLs of the registries whose Primes were compared; empty with `--offline`. */
  readonly registries: readonly string[];
  /** Whether there is no error, and no more warnings than allowed. */
  readonly passed: boolean;
  /** The whole output, in a format for programs other than JSON. */
  readonly output?: string;
}

export const lint: Command<LintResult> = {
  usage: {
    parameters: ['[<folder>|<tarball>]'],
    asksRegistries: true,
    options: {
      format: valued('<format>', 'text; sarif (SARIF 2.1.0); github (annotations); gitlab (code quality)'),
      'max-warnings': valued('<count>', 'Fail with more warnings than that'),
      off: valued('<rule>', 'Turn a rule off; may be repeated', { multiple: true }),
      offline: flag('Compare with no registry'),
      name: NAME_OPTION,
    },
    details: [
      'Checks atoms, edges, README, description and license, and compares the atoms with other Primes: those of the registry that the Prime would be published to, and, for targets of edges, of all registries. Without a registry, or if none answers, the other rules apply.',
      "Every finding has a place, a rule, and how to mend it. 'lint: { off: [<rule>] }' in pack.yaml turns rules off. docs/lint.md describes each rule, and the score.",
      'Exit codes: 0 passed, 1 errors or too many warnings, 2 the Prime cannot be packed.',
    ],
    examples: [
      'lint',
      'lint my-prime --max-warnings 0',
      'lint --format sarif > lint.sarif',
      'lint --off oversized-atom --offline',
    ],
  },

  async run(context, flags, parameters) {
    const format = readFormat(flags);
    const maxWarnings = readMaxWarnings(flags);
    const off = readOff(flags);
    const place = resolve(context.folder, parameters[0] ?? '.');
    const isFile = (await stat(place).catch(() => undefined))?.isFile() === true;
    const tarball = await readLinted(context, flags, place, isFile);
    const holders = await askRegistries(context, flags, tarball);
    const report = await lintTarball(tarball, { holders, off, place });
    const { name, version } = tarball.manifest;
    const { error, warning } = report.counts;
    const prefix = relative(context.folder, place).split(sep).join('/');
    const toPath = (path: string): string => (isFile || prefix === '' ? path : `${prefix}/${path}`);
    return {
      ...{ name: name.full, version: version.full, registries: holders.asked },
      passed: error === 0 && warning <= maxWarnings,
      ...report,
      findings: report.findings.map((finding) => ({ ...finding, path: toPath(finding.path) })),
      ...(format !== 'text' && { output: formatFindings(format, report.findings, toPath) }),
    };
  },

  view({ output, name, version, findings, counts, score, registries, passed }, terminal) {
    if (output !== undefined) return output;
    const paint = (severity: Severity): string => terminal.paint(STYLES[severity], severity);
    const lines = findings.flatMap(({ rule, severity, path, line, column, message, remedy }) => [
      `${toPrintable([path, line, column].filter((part) => part !== undefined).join(':'))}: ${paint(severity)}[${rule}] ${toPrintable(message)}`,
      terminal.paint('dim', `    ${toPrintable(remedy)}`),
    ]);
    const { error, warning, note } = counts;
    const left = error + warning + note - findings.length;
    const parts = score.parts.map(({ title, points, max }) => `${title.toLowerCase()} ${points}/${max}`);
    return [
      ...lines,
      ...(left > 0 ? [`… and ${left} more`] : []),
      ...(lines.length > 0 ? [''] : []),
      `${toPrintable(`${name} ${version}`)}: ${formatCount(error, 'error')}, ${formatCount(warning, 'warning')}, ${formatCount(note, 'note')}`,
      `Score ${terminal.paint('bold', `${score.points} of ${score.max}`)}: ${parts.join(', ')}`,
      ...(registries.length === 0 ? ['Other Primes were not compared: no registry was asked.'] : []),
      ...(passed ? [] : [terminal.paint('red', 'Not passed.')]),
    ].join('\n');
  },

  hasWorkflowCommands: ({ format }) => format === 'github',

  exitCode: ({ passed }) => (passed ? DONE : FAILED),
};

const STYLES = { error: 'red', warning: 'yellow', note: 'cyan' } as const;
