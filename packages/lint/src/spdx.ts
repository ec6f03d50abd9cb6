// Checks license expressions (SPDX specification 2.3, annex D). Recursion is bounded, and the time is linear.
import { quote } from '@prime-registry/protocol';
import deprecatedIds from 'spdx-license-ids/deprecated.json' with { type: 'json' };
import licenseIds from 'spdx-license-ids/index.json' with { type: 'json' };

const BY_LOWER_CASE = new Map([...licenseIds, ...deprecatedIds].map((id) => [id.toLowerCase(), id]));
const OWN_LICENSE = /^(?:DocumentRef-[\w.-]+:)?LicenseRef-[\w.-]+$/;
const WORD = /^[\w.:-]+\+?$/;
const MAX_DEPTH = 16;
const MAX_LENGTH = 1000;

/** What is wrong with a license, as the end of a sentence; undefined for an SPDX expression. */
export function findLicenseProblem(license: string): string | undefined {
  if (license.length > MAX_LENGTH) return `it has more than ${MAX_LENGTH} characters`;
  const tokens = license.match(/[()]|[^\s()]+/g) ?? [];
  const { at, problem } = readExpression(tokens, 0, 0);
  if (problem !== undefined) return problem;
  return at === tokens.length ? undefined : `${quote(tokens[at] ?? '')} is not expected there`;
}

interface Read {
  /** The index of the next token. */
  readonly at: number;
  readonly problem?: string;
}

/** AND binds more tightly than OR, which makes no difference here. */
function readExpression(tokens: readonly string[], from: number, depth: number): Read {
  let read = readTerm(tokens, from, depth);
  while (read.problem === undefined && /^(?:and|or)$/i.test(tokens[read.at] ?? '')) {
    read = readTerm(tokens, read.at + 1, depth);
  }
  return read;
}

function readTerm(tokens: readonly string[], at: number, depth: number): Read {
  const token = tokens[at];
  if (token === undefined) return { at, problem: 'something is missing at its end' };
  if (depth > MAX_DEPTH) return { at, problem: 'it has too many parentheses' };
  if (token === '(') {
    const inner = readExpression(tokens, at + 1, depth + 1);
    if (inner.problem !== undefined) return inner;
    return tokens[inner.at] === ')' ? { at: inner.at + 1 } : { at, problem: 'a parenthesis is not closed' };
  }
  const problem = findIdProblem(token);
  if (problem !== undefined) return { at, problem };
  if (!/^with$/i.test(tokens[at + 1] ?? '')) return { at: at + 1 };
  const exception = tokens[at + 2] ?? '';
  return WORD.test(exception) ? { at: at + 3 } : { at, problem: 'WITH is followed by no exception' };
}

function findIdProblem(token: string): string | undefined {
  if (OWN_LICENSE.test(token)) return undefined;
  const id = token.endsWith('+') ? token.slice(0, -1) : token;
  const known = BY_LOWER_CASE.get(id.toLowerCase());
  if (known === id) return undefined;
  if (known !== undefined) return `${quote(id)} is written ${known}`;
  return `${quote(id)} is not an identifier on the SPDX license list`;
}
