// The registry passes the conformance suite, which knows the contract and not this code. Each check is a test
// of its own, so that a failure names the rule.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { startRegistry } from '@prime-registry/testkit';
import { runConformance } from 'prime-conformance';

for (const isPrivate of [false, true]) {
  test(`a ${isPrivate ? 'private' : 'public'} registry conforms, with every optional and recommended rule`, async (t) => {
    const registry = await startRegistry({ isPrivate });
    t.after(registry.stop);
    const report = await runConformance({
      baseUrl: registry.baseUrl,
      token: registry.admin.token,
      search: 'on',
      yank: 'on',
      lifecycle: 'on',
      log: 'on',
      strict: true,
      // A busy machine is no lack of conformance.
      timeoutMs: 120_000,
    });
    for (const { section, title, status, message, expected, got, request } of report.results) {
      await t.test(`${section} ${title}`, () => {
        const finding = [message, expected && `expected: ${expected}`, got && `got: ${got}`, request];
        assert.equal(status, 'Pass', finding.filter(Boolean).join('\n'));
      });
    }
    assert.equal(report.verdict.conclusion, 'conforms');
  });
}
