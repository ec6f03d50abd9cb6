// The JUnit report is well-formed for any text from a registry, and its counts match the verdict.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { junitReport } from '../../src/report/junit.ts';
import { CODE_POINT } from '../support/code-point.ts';
import { reportOf, resultWith } from '../support/results.ts';
import { parseXml } from '../support/xml.ts';

const failure = { status: 'Fail', expected: '201', got: '200', request: 'POST /publish' } as const;

test('there is a suite per group and a case per check, with the section and the level', () => {
  const results = [
    resultWith(),
    resultWith({ id: 'publish.receipt-url', section: '2', ...failure }),
    resultWith({ id: 'versions.ok', section: '4.2', group: 'versions', status: 'Skip', message: 'no token' }),
    resultWith({
      id: 'versions.name',
      group: 'versions',
      status: 'Error',
      message: 'no answer',
      request: 'GET /',
    }),
  ];
  const root = parseXml(junitReport(reportOf(results)));
  assert.deepEqual([root.name, root.attributes.tests, root.attributes.failures], ['testsuites', '4', '1']);
  assert.deepEqual([root.attributes.errors, root.attributes.skipped], ['1', '1']);
  assert.deepEqual(
    root.children.map(({ attributes }) => attributes.name),
    ['publish', 'versions'],
  );

  const [passed, failed] = root.children[0]?.children ?? [];
  assert.deepEqual(
    passed?.children.map(({ name }) => name),
    ['properties'],
  );
  assert.equal(passed?.attributes.time, '0.012');
  assert.deepEqual(
    passed?.children[0]?.children.map(({ attributes }) => attributes),
    [
      { name: 'section', value: '4.1' },
      { name: 'level', value: 'required' },
    ],
  );
  assert.match(failed?.attributes.name ?? '', /^publish\.receipt-url: /);
  assert.match(failed?.attributes.classname ?? '', /section-2$/);
  assert.deepEqual(failed?.children.at(-1)?.attributes, { message: 'expected 201, got 200', type: 'Fail' });

  const [skipped, broken] = root.children[1]?.children ?? [];
  assert.deepEqual(skipped?.children.at(-1)?.attributes, { message: 'no token' });
  assert.equal(broken?.children.at(-1)?.name, 'error');
});

test('a failed recommended check is skipped, and a failure in a strict run', () => {
  const results = [resultWith({ level: 'recommended', ...failure })];
  for (const [strict, failures, element] of [
    [false, '0', 'skipped'],
    [true, '1', 'failure'],
  ] as const) {
    const root = parseXml(junitReport(reportOf(results, { strict })));
    assert.equal(root.attributes.failures, failures);
    assert.equal(root.children[0]?.children[0]?.children.at(-1)?.name, element);
  }
});

test('any text is preserved, and the document stays well-formed', () => {
  const markup = fc.constantFrom(...'"\'<>&\n\t\u0000\ud800\ufffeé🦉 ]');
  const anyText = fc
    .oneof(fc.string({ unit: CODE_POINT }), fc.string({ unit: markup }))
    .map((text) => `a${text}`);
  fc.assert(
    fc.property(anyText, anyText, (got, request) => {
      const root = parseXml(junitReport(reportOf([resultWith({ ...failure, got, request })])));
      const element = root.children[0]?.children[0]?.children.at(-1);
      assert.equal(element?.name, 'failure');
      if (/^[\t\n\r -~]*$/.test(got)) assert.equal(element?.attributes.message, `expected 201, got ${got}`);
    }),
  );
});
