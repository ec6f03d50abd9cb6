// The query parameters of a search.
import { parse } from 'node:querystring';
import { parseSearchQuery } from '@prime-registry/protocol';
import { expect, type Target } from '../target.ts';
import { checkMessage } from './path.ts';

export const query: Target = {
  name: 'query',
  weight: 15,
  usualBytes: 600,
  dictionary: [
    'q=',
    'limit=',
    'offset=',
    '&',
    '=',
    '%',
    '%20',
    '+',
    '[]',
    'q[]=',
    '__proto__=',
    'constructor=',
    '"',
    '*',
    '%00',
    '-',
    '😀',
    '100',
    '10000',
  ],
  open: () => ({
    run(input) {
      const parsed = parseSearchQuery(parse(input.toString('utf8')));
      if ('problems' in parsed)
        return parsed.problems.map(({ field, message }) => `${field} ${checkMessage(message)}`).join('; ');
      const { text, limit, offset } = parsed.query;
      const length = [...text].length;
      expect(length >= 1 && length <= 256 && text === text.trim(), 'a text is out of bounds');
      expect(limit >= 1 && limit <= 100 && offset >= 0 && offset <= 10_000, 'a number is out of bounds');
      return `a query from ${offset} with ${limit}`;
    },
  }),
};
