// If-None-Match (RFC 9110, section 13.1.2).
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { isNoneMatchFalse } from '../../../src/http/responses/entity-tag.ts';

const TAG = '"abc"';

for (const listed of [
  '"abc"',
  'W/"abc"',
  ' "abc" ',
  '"x","abc"',
  '"x" ,\t"abc" , "y"',
  '"x", W/"abc"',
  '"abc""abc", "abc"',
  '*',
  ' * ',
])
  test(`If-None-Match: ${listed} contains the tag`, () => {
    assert.ok(isNoneMatchFalse(listed, TAG));
    assert.ok(isNoneMatchFalse(listed, `W/${TAG}`));
  });

for (const listed of [
  undefined,
  '',
  'abc',
  '"abcd"',
  '"x"abc"',
  'w/"abc"',
  'W/ "abc"',
  '"abc" "abc"',
  '"abc"x',
  'x"abc"',
  '"*"',
])
  test(`If-None-Match: ${listed} does not`, () => {
    assert.ok(!isNoneMatchFalse(listed, TAG));
  });
