// Names, versions and request paths.
import {
  canonicalPath,
  compareVersions,
  parsePrimeName,
  parseScope,
  parseVersion,
  versionListPath,
} from '@prime-registry/protocol';
import { routedTarget } from 'prime-registry/parsers';
import { expect, outline, type Target } from '../target.ts';

export const path: Target = {
  name: 'path',
  weight: 20,
  usualBytes: 300,
  dictionary: [
    '%40',
    '%2F',
    '%2f',
    '%',
    '%00',
    '%25',
    '@',
    '/',
    '//',
    '..',
    '/pack/',
    '/-/primes/',
    '?',
    '#',
    'http://',
    '*',
    '-',
    '+',
    '.',
    '1.0.0',
    '-rc.1',
    '\0',
    'é',
    '\u202e',
    ' ',
    '\\',
  ],
  open: () => ({
    run(input) {
      const text = input.toString('utf8');
      const routed = routedTarget({ url: text });
      expect(/^[/*]/.test(routed), `a target is routed to ${routed}`);
      expect(canonicalPath(routed) === routed || !routed.startsWith('/'), 'a canonical path is not stable');
      return [checkName(text), checkVersion(text), routed === text ? 'same' : 'other'].join('; ');
    },
  }),
};

function checkName(text: string): string {
  parseScope(text);
  const name = parsePrimeName(text);
  if (!name.ok) return checkMessage(name.message);
  expect(name.value.full === text, 'a name differs from the parsed text');
  expect(
    canonicalPath(versionListPath(text)) === `/pack/${text}`,
    'the path of a name does not parse to the name',
  );
  return 'a name';
}

function checkVersion(text: string): string {
  const version = parseVersion(text);
  if (!version.ok) return checkMessage(version.message);
  expect(version.value.full === text, 'a version differs from the parsed text');
  expect(compareVersions(version.value, version.value) === 0, 'a version does not equal itself');
  return `a version with ${version.value.prerelease.length} identifiers`;
}

/** Messages must be short and printable for any input. */
export function checkMessage(message: string): string {
  expect(message.length > 0 && message.length < 1500, `a message has ${message.length} characters`);
  expect(
    !/[\p{Cc}\p{Cs}\p{Bidi_Control}]/u.test(message),
    `a message is not printable: ${JSON.stringify(message)}`,
  );
  return outline(message);
}
