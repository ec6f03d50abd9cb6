// The parsers of header values.
import type { IncomingHttpHeaders } from 'node:http';
import { RegistryError } from '@prime-registry/protocol';
import {
  createRequestIdReader,
  isNoneMatchFalse,
  isRangeCurrent,
  parseParameterized,
  readBoundary,
  resolveRange,
} from 'prime-registry/parsers';
import { expect, type Target } from '../target.ts';
import { checkMessage } from './path.ts';

const requestIdOf = createRequestIdReader(() => false);
const SIZE_BYTES = 1000;
const TAG = '"abc"';

export const header: Target = {
  name: 'header',
  weight: 15,
  usualBytes: 600,
  dictionary: [
    'multipart/form-data',
    'form-data',
    '; ',
    'boundary=',
    'name=',
    'filename=',
    '"',
    '\\',
    '\\"',
    ';',
    '=',
    ',',
    'W/',
    TAG,
    '*',
    'bytes=',
    '-',
    '0-',
    '-5',
    '\t',
    '\r\n',
    '\0',
    'é',
  ],
  open: () => ({
    run(input) {
      const text = input.toString('latin1');
      return [
        checkParameters(text),
        checkBoundary(text),
        checkRange(text),
        checkTag(text),
        checkId(text),
      ].join('; ');
    },
  }),
};

function checkParameters(text: string): string {
  const parsed = parseParameterized(text);
  if (parsed === undefined) return 'malformed';
  expect(parsed.value === parsed.value.toLowerCase() && parsed.value !== '', 'a value is not in lower case');
  return `${parsed.parameters.size} parameters`;
}

function checkBoundary(text: string): string {
  try {
    const { length } = readBoundary(text);
    expect(length >= 1 && length <= 70, 'a boundary is out of bounds');
    return 'boundary';
  } catch (error) {
    if (!(error instanceof RegistryError)) throw error;
    return checkMessage(error.message);
  }
}

function checkRange(text: string): string {
  const range = resolveRange(text, SIZE_BYTES);
  if (typeof range === 'string') return range;
  expect(0 <= range.start && range.start <= range.end && range.end < SIZE_BYTES, 'a range is out of bounds');
  return 'range';
}

function checkTag(text: string): string {
  return `${isNoneMatchFalse(text, TAG)} ${isRangeCurrent(text, TAG)}`;
}

function checkId(text: string): string {
  const headers: IncomingHttpHeaders = { 'x-request-id': text };
  const id = requestIdOf({ headers } as Parameters<typeof requestIdOf>[0]);
  expect(/^[0-9A-Za-z._-]{1,100}$/.test(id), 'a request id has unsafe characters');
  return id === text ? 'own id' : 'new id';
}
