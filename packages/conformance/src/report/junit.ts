// The report for build servers: JUnit XML with one test suite per group, and the contract section of every
// case.
import { type CheckResult, GROUPS, type Group } from '../result.ts';
import type { RunReport } from '../run.ts';
import { SUITE_NAME } from '../suite-version.ts';
import { isCountedFailure } from '../verdict.ts';

/**
 * The report as a JUnit XML document. A recommended check that did not pass is a skipped case with details in
 * the message, unless the run was strict: JUnit has no warnings.
 */
export function junitReport(report: RunReport): string {
  const groups = GROUPS.filter((group) => report.results.some((result) => result.group === group));
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    `<testsuites${attributes({ name: SUITE_NAME, ...counts(report.results, report.strict) })}>`,
    ...groups.map((group) => suiteElement(group, report)),
    '</testsuites>',
    '',
  ].join('\n');
}

function suiteElement(group: Group, { results, strict, startedAt }: RunReport): string {
  const own = results.filter((result) => result.group === group);
  const head = attributes({
    name: group,
    ...counts(own, strict),
    timestamp: startedAt.replace(/\.\d+Z$/, ''),
  });
  return [`  <testsuite${head}>`, ...own.map((result) => caseElement(result, strict)), '  </testsuite>'].join(
    '\n',
  );
}

function caseElement(result: CheckResult, strict: boolean): string {
  const { id, section, title, level, durationMs } = result;
  const classname = `${SUITE_NAME}.section-${section.replace('.', '-')}`;
  return [
    `    <testcase${attributes({ classname, name: `${id}: ${title}`, time: seconds(durationMs) })}>`,
    '      <properties>',
    `        <property${attributes({ name: 'section', value: section })}/>`,
    `        <property${attributes({ name: 'level', value: level })}/>`,
    '      </properties>',
    ...outcomeElement(result, strict),
    '    </testcase>',
  ].join('\n');
}

function outcomeElement(result: CheckResult, strict: boolean): readonly string[] {
  const { status, expected = '', got = '', message = '', request = '' } = result;
  const story = status === 'Fail' ? `expected ${expected}, got ${got}` : message;
  if (status === 'Pass')
    return message === '' ? [] : [`      <system-out>${escapeXml(message)}</system-out>`];
  if (status === 'Skip') return [`      <skipped${attributes({ message: story })}/>`];
  if (!isCountedFailure(result, strict)) {
    return [`      <skipped${attributes({ message: `recommended, did not pass: ${story} (${request})` })}/>`];
  }
  const element = status === 'Fail' ? 'failure' : 'error';
  return [
    `      <${element}${attributes({ message: story, type: status })}>${escapeXml(request)}</${element}>`,
  ];
}

function counts(results: readonly CheckResult[], strict: boolean): Record<string, string | number> {
  const counted = results.filter((result) => isCountedFailure(result, strict));
  return {
    tests: results.length,
    failures: counted.filter(({ status }) => status === 'Fail').length,
    errors: counted.filter(({ status }) => status === 'Error').length,
    skipped: results.filter(({ status }) => status !== 'Pass').length - counted.length,
    time: seconds(results.reduce((sum, { durationMs }) => sum + durationMs, 0)),
  };
}

function seconds(durationMs: number): string {
  return (durationMs / 1000).toFixed(3);
}

function attributes(values: Readonly<Record<string, string | number>>): string {
  return Object.entries(values)
    .map(([name, value]) => ` ${name}="${escapeXml(String(value))}"`)
    .join('');
}

/**
 * Text for XML 1.0: markup is escaped, and a character that XML does not allow (section 2.2) becomes
 * `\uXXXX`.
 */
function escapeXml(text: string): string {
  return text
    .replace(/[^\t\n\r\u0020-\ud7ff\ue000-\ufffd\u{10000}-\u{10ffff}]/gu, (character) => {
      return `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`;
    })
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;')
    .replace(/[\t\n\r]/g, (character) => `&#${character.charCodeAt(0)};`);
}
