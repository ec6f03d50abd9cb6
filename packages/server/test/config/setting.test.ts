// The values of each kind of setting, and the messages for wrong ones.
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { fc } from '@prime-registry/testkit/properties';
import { ALL_SETTINGS } from '../../src/config/server-settings.ts';
import { readSetting, type Setting, variableOf } from '../../src/config/setting.ts';
import {
  choiceSetting,
  durationSetting,
  integerSetting,
  sizeSetting,
  switchSetting,
  textSetting,
} from '../../src/config/setting-kinds.ts';

const size = sizeSetting({ name: 'size', summary: '', default: 1024 });
const duration = durationSetting({ name: 'time', summary: '', default: 1000 });
const integer = integerSetting(3, 4000, { name: 'count', summary: '', default: 5 });

const refused: [kind: string, setting: Setting<unknown>, texts: string[]][] = [
  [
    'a size',
    size,
    [
      '',
      '0',
      '1023',
      '1025GiB',
      '1kb',
      '1MB',
      '1.5MiB',
      '-1KiB',
      '1e9',
      ' 1MiB',
      '1MiB ',
      '1  MiB',
      'MiB',
      '٣MiB',
      '99999999999999GiB',
    ],
  ],
  [
    'a duration',
    duration,
    ['', '0s', '5', '1.5h', '-1s', '1 s', '2d', '25h', '1w', '1H', 's', '01s', '9999999999ms', '1s\n'],
  ],
  [
    'a whole number',
    integer,
    ['', '2', '4001', '3.0', '+3', '-3', '0x10', '1e3', ' 3', '3\n', '３', '9999999999999999'],
  ],
  [
    'a switch',
    switchSetting({ name: 'on', summary: '' }),
    ['', 'yes', 'no', '1', '0', 'TRUE', 'on', 'true '],
  ],
  [
    'a choice',
    choiceSetting(['a', 'b'], { name: 'word', summary: '', default: 'a' }),
    ['', 'A', 'c', 'a,b', 'constructor'],
  ],
  [
    'a text',
    textSetting('a line', { name: 'text', summary: '', default: 'x' }),
    ['', 'a\nb', '\0', 'a\u0085'],
  ],
];

describe('a text that is not allowed', () => {
  for (const [kind, setting, texts] of refused) {
    test(`for ${kind}`, () => {
      for (const text of texts) {
        assert.throws(
          () => readSetting(setting, text, 'the test'),
          ({ name, message }: Error) =>
            name === 'SettingError' &&
            message.startsWith(`${setting.name}: '`) &&
            message.endsWith(` (from the test) is not allowed; use ${setting.allowed}`),
          JSON.stringify(text),
        );
      }
    });
  }

  test('is escaped, so that it cannot harm a terminal', () => {
    assert.throws(
      () => readSetting(integer, '\u001b[2J', 'the test'),
      /^SettingError: count: '\\u\{1b\}\[2J' /,
    );
    assert.throws(
      () => readSetting(integer, 'x'.repeat(5000), 'the test'),
      ({ message }: Error) => message.length < 250,
    );
  });
});

describe('a text that is allowed', () => {
  test('for a size: bytes, or with a binary unit', () => {
    const units = { '': 0, KiB: 10, MiB: 20, GiB: 30 };
    fc.assert(
      fc.property(
        fc.constantFrom(...Object.entries(units)),
        fc.integer({ min: 1024, max: 2 ** 40 }),
        ([unit, power], bytes) => {
          const count = Math.max(1, Math.floor(bytes / 2 ** power));
          assert.equal(size.read(`${count}${unit}`), count * 2 ** power);
        },
      ),
    );
  });

  test('for a duration: a number with its unit, up to a day', () => {
    const units = { ms: 1, s: 1000, m: 60_000, h: 3_600_000, d: 86_400_000 };
    fc.assert(
      fc.property(
        fc.constantFrom(...Object.entries(units)),
        fc.integer({ min: 1, max: 86_400_000 }),
        ([unit, unitMs], durationMs) => {
          const count = Math.ceil(durationMs / unitMs);
          assert.equal(duration.read(`${count}${unit}`), count * unitMs);
        },
      ),
    );
  });

  test('for a whole number: digits, from the minimum to the maximum', () => {
    fc.assert(
      fc.property(fc.integer({ min: 3, max: 4000 }), (count) => integer.read(String(count)) === count),
    );
  });
});

describe('every setting of the server', () => {
  for (const setting of ALL_SETTINGS) {
    test(`${setting.name}: its default, as help shows it, is allowed and means the default`, () => {
      assert.deepEqual(setting.read(setting.defaultText), setting.default);
      assert.match(variableOf(setting), /^PRIME_REGISTRY_[A-Z_]+$/);
      assert.notEqual(setting.summary, '');
    });
  }

  test('has a unique name, which is not a common option of commands', () => {
    const names = ALL_SETTINGS.map(({ name }) => name);
    assert.equal(new Set(names).size, names.length);
    for (const name of ['config', 'help', 'json', 'name', 'token']) assert.ok(!names.includes(name), name);
  });
});
