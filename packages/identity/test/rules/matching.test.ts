// The language of conditions, and which of several rules allows an identity.
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { fc } from '@prime-registry/testkit/properties';
import { applyPins, type ClaimCondition, explainRule, findRule } from '../../src/index.ts';
import { someAssertion, someRule } from './some-rule.ts';

/** Whether a rule with one condition on `x` allows a token that has it. */
function allows(condition: ClaimCondition, claims: Readonly<Record<string, unknown>>): boolean {
  return 'rule' in findRule([someRule({ conditions: { x: condition } })], someAssertion(claims));
}

describe('a condition', () => {
  test('is equal, one of several, or a beginning', () => {
    assert.ok(allows('main', { x: 'main' }));
    assert.ok(allows(['main', 'next'], { x: 'next' }));
    assert.ok(allows({ prefix: 'refs/tags/v' }, { x: 'refs/tags/v1.2.0' }));
    assert.ok(allows({ prefix: 'refs/tags/v' }, { x: 'refs/tags/v' }));
    for (const x of ['Main', 'main ', ' main', 'mai', 'main\0', 'maın', ''])
      for (const condition of ['main', ['main', 'next'], { prefix: 'main/' }])
        assert.ok(!allows(condition, { x }), `${JSON.stringify(condition)} ${JSON.stringify(x)}`);
  });

  test('knows no other language', () => {
    for (const pattern of [
      '*',
      'm*',
      '.*',
      'ma?n',
      '^main$',
      '/main/',
      '{x}',
      '%',
      '(main|next)',
      'main,next',
    ])
      for (const condition of [pattern, [pattern], { prefix: pattern }])
        assert.ok(!allows(condition, { x: 'main' }), pattern);
    assert.ok(allows('.*', { x: '.*' }));
  });

  test('compares integers, true and false by their text', () => {
    assert.ok(allows('456789', { x: 456789 }));
    assert.ok(allows('456789', { x: '456789' }));
    assert.ok(allows('true', { x: true }));
    assert.ok(allows('false', { x: false }));
    assert.ok(!allows('1', { x: true }));
    assert.ok(!allows('456789', { x: '0456789' }));
  });

  test('refuses values that are no text', () => {
    // 2^53 and 2^53 + 1 are the same number for most programs.
    for (const x of [2 ** 53, 1.5, null, ['main'], { prefix: 'main' }, { main: 'main' }, [[]], {}, undefined])
      for (const condition of ['main', '', '[object Object]', 'null', 'undefined', '9007199254740992', '1.5'])
        assert.ok(!allows(condition, { x }), `${condition} ${JSON.stringify(x)}`);
  });

  test('tells a missing claim from an empty one', () => {
    assert.ok(allows('', { x: '' }));
    assert.ok(!allows('', {}));
    assert.ok(!allows(['', 'a'], {}));
  });

  test('reads only claims of the token itself', () => {
    for (const name of ['constructor', 'toString', '__proto__', 'hasOwnProperty']) {
      const rule = someRule({ conditions: Object.fromEntries([[name, { prefix: 'f' }]]) });
      assert.ok(!('rule' in findRule([rule], someAssertion({}))), name);
      const own = Object.fromEntries([[name, 'fine']]);
      assert.ok('rule' in findRule([rule], someAssertion(own)), name);
    }
  });

  test('of a path means a claim of that name, and never the inside of another one', () => {
    const rule = someRule({ conditions: { 'a/b': 'x' } });
    assert.ok(!('rule' in findRule([rule], someAssertion({ a: { b: 'x' } }))));
    assert.ok('rule' in findRule([rule], someAssertion({ 'a/b': 'x' })));
  });

  test('is met by exactly the texts that it names', () => {
    const text = fc.string({ unit: fc.constantFrom('a', 'b', '/', '*') });
    fc.assert(
      fc.property(text, fc.array(text, { minLength: 1 }), text, (x, list, prefix) => {
        assert.equal(allows(x, { x: prefix }), x === prefix);
        assert.equal(allows(list, { x }), list.includes(x));
        assert.equal(allows({ prefix }, { x }), x.slice(0, prefix.length) === prefix);
      }),
    );
  });
});

describe('the rule of an identity', () => {
  const mine = { sub: 'job', branch: 'main' };

  test('is the first one whose conditions all hold', () => {
    const rules = [
      someRule({ name: 'strict', conditions: { sub: 'job', branch: 'release' } }),
      someRule({ name: 'first' }),
      someRule({ name: 'second' }),
    ];
    const found = findRule(rules, someAssertion(mine));
    assert.equal('rule' in found && found.rule.name, 'first');
  });

  test('is never one of another issuer', () => {
    for (const issuer of ['https://ci.example.com/', 'https://CI.example.com', 'https://other.example']) {
      const found = findRule([someRule({ issuer })], someAssertion(mine));
      assert.deepEqual(found, { refusals: [] });
    }
  });

  test('is explained to whom it means, and to nobody else', () => {
    const rule = someRule({
      conditions: { sub: 'job', branch: 'release', env: ['a', 'b'], ref: { prefix: 'v' } },
    });
    assert.deepEqual(findRule([rule], someAssertion({ ...mine, env: 'c' })), {
      refusals: [
        { rule: 'deploy', claim: 'branch', wants: 'release', has: 'main' },
        { rule: 'deploy', claim: 'env', wants: 'a or b', has: 'c' },
        { rule: 'deploy', claim: 'ref', wants: 'v…', has: undefined },
      ],
    });
    assert.deepEqual(findRule([rule], someAssertion({ ...mine, sub: 'other' })), { refusals: [] });
    const { refusals, isMeant } = explainRule(rule, someAssertion({ sub: 'other' }));
    assert.deepEqual([refusals.length, isMeant], [4, false], 'all of it to the operator');
  });
});

describe('what is pinned', () => {
  const rule = someRule({
    preset: 'github',
    conditions: { repository: 'acme/web-style' },
    pin: ['repository_id'],
  });
  const first = { repository: 'acme/web-style', repository_id: '456789', event_name: 'push' };

  test('comes from the first use, and holds from then on', () => {
    const found = findRule([rule], someAssertion(first));
    assert.ok('rule' in found);
    assert.deepEqual(found.pins, { repository_id: '456789' });
    const pinned = applyPins(rule, found.pins);
    assert.deepEqual(pinned.conditions, { repository: 'acme/web-style', repository_id: '456789' });
    const again = findRule([pinned], someAssertion(first));
    assert.deepEqual('rule' in again && again.pins, {});
    const taken = findRule([pinned], someAssertion({ ...first, repository_id: '1' }));
    assert.deepEqual(taken, { refusals: [] }, 'the name was taken over');
  });

  test('must be there', () => {
    for (const repository_id of [undefined, '', null, ['456789']]) {
      const assertion = someAssertion({ ...first, repository_id });
      assert.deepEqual(findRule([rule], assertion), { refusals: [] });
      assert.equal(explainRule(rule, assertion).refusals[0]?.claim, 'repository_id');
    }
  });

  test('is nothing before the first use', () => {
    assert.equal(applyPins(rule, undefined), rule);
  });
});
