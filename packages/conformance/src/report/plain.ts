// The report for people, in a terminal or a log: one line per check, then the failures, then the totals.
import type { CheckResult, Group, Status } from '../result.ts';
import type { RunReport } from '../run.ts';
import { isCountedFailure, type Tally } from '../verdict.ts';

/** Adds a style to a text, if the output supports it. */
export type Paint = (style: 'green' | 'red' | 'yellow' | 'dim' | 'bold', text: string) => string;

const STYLES = { Pass: 'green', Fail: 'red', Skip: 'yellow', Error: 'red' } as const satisfies Record<
  Status,
  string
>;

/** Width of the column of ids: the longest one. */
const ID_WIDTH = 32;

const unpainted: Paint = (_, text) => text;

/** A writer of result lines that puts a heading before each group. */
export function resultLines(paint: Paint = unpainted): (result: CheckResult) => string {
  let group: Group | undefined;
  return (result) => {
    const heading = result.group === group ? '' : `\n${paint('bold', result.group)}\n`;
    group = result.group;
    return `${heading}  ${resultLine(result, paint)}\n`;
  };
}

/** The lines after the results: details of failures, counts and conclusion. */
export function closingLines(report: RunReport, paint: Paint = unpainted): string {
  const troubled = report.results.filter(({ status }) => status === 'Fail' || status === 'Error');
  const details = troubled.map((result) => detailsOf(result, paint));
  const { required, optional, recommended } = report.verdict.tallies;
  return [
    ...(details.length > 0 ? ['', paint('bold', 'Failures and errors'), ...details] : []),
    '',
    `Required     ${tallyText(required)}`,
    `Optional     ${tallyText(optional)}`,
    `Recommended  ${tallyText(recommended)}`,
    '',
    paint(report.verdict.exitCode === 0 ? 'green' : 'red', conclusionText(report)),
    '',
  ].join('\n');
}

export function plainReport(report: RunReport, paint: Paint = unpainted): string {
  const line = resultLines(paint);
  return report.results.map(line).join('') + closingLines(report, paint);
}

function resultLine({ status, section, id, title, level, message }: CheckResult, paint: Paint): string {
  const mark = level === 'recommended' ? ' (recommended)' : '';
  const suffix = message !== undefined && status !== 'Error' ? paint('dim', ` [${message}]`) : '';
  const head = paint(STYLES[status], status.padEnd(5));
  return `${head}  ${section.padEnd(3)}  ${id.padEnd(ID_WIDTH)}  ${title}${mark}${suffix}`;
}

function detailsOf(
  { status, section, id, expected, got, message, request }: CheckResult,
  paint: Paint,
): string {
  const facts = { request, expected, got, reason: status === 'Error' ? message : undefined };
  const lines = Object.entries(facts).filter(([, text]) => text !== undefined);
  return [
    `  ${paint(STYLES[status], status.padEnd(5))}  ${section.padEnd(3)}  ${id}`,
    ...lines.map(([label, text]) => `         ${label.padEnd(8)}  ${text}`),
  ].join('\n');
}

function tallyText({ Pass, Fail, Skip, Error: errors }: Tally): string {
  const rest = [
    Fail > 0 && `${Fail} failed`,
    errors > 0 && `${errors} in error`,
    Skip > 0 && `${Skip} skipped`,
  ];
  const shown = rest.filter((part) => part !== false);
  return `${Pass}/${Pass + Fail + errors + Skip} passed${shown.length > 0 ? `, ${shown.join(', ')}` : ''}`;
}

function conclusionText({ verdict, results, strict, filter }: RunReport): string {
  const counted = results.filter((result) => isCountedFailure(result, strict));
  const failures = counted.filter(({ status }) => status === 'Fail').length;
  switch (verdict.conclusion) {
    case 'conforms':
      return 'Conforms: the registry keeps every rule that was checked.';
    case 'fails':
      return failures > 0
        ? `Does not conform: ${counted.length} of ${results.length} checks failed or could not run.`
        : `No verdict: ${counted.length} of ${results.length} checks could not run.`;
    case 'incomplete':
      return `Incomplete: ${verdict.tallies.required.Skip} required checks were skipped, so there is no verdict.`;
    case 'partial':
      return `Passed, but only the checks with ${JSON.stringify(filter)} in their ids ran.`;
  }
}
