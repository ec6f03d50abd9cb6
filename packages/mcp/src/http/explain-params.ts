// Wrong parameters. The SDK reports those of some requests as an internal error, and those of others with a few words in front;
// the rest of the message is the JSON of what its schemas say. The client gets a sentence.
import type { JSONRPCResponse } from '@modelcontextprotocol/server';
import { ERRORS } from './mcp-answer.ts';

const MAX_PROBLEMS = 5;
const CODES: ReadonlySet<number> = new Set([ERRORS.internal, ERRORS.invalidParams]);
/** What may precede the JSON. */
const WORDS = /^Invalid [a-z/]{1,50} request: (?=\[)/;

/** The same answer, with a sentence for what schemas have found. */
export function explainParams(answer: JSONRPCResponse): JSONRPCResponse {
  if (!('error' in answer) || !CODES.has(answer.error.code)) return answer;
  const problems = readProblems(answer.error.message);
  if (problems === undefined) return answer;
  const message = `The parameters are wrong. ${problems.slice(0, MAX_PROBLEMS).join('; ')}.`;
  return { ...answer, error: { code: ERRORS.invalidParams, message } };
}

/** Each problem with its place; undefined if the message is not what schemas say. */
function readProblems(message: string): readonly string[] | undefined {
  const json = message.replace(WORDS, '');
  if (!json.startsWith('[')) return undefined;
  try {
    const issues = JSON.parse(json) as readonly {
      readonly path: readonly string[];
      readonly message: string;
    }[];
    return issues.map(({ path, message: what }) => `${path.join('.')}: ${what}`);
  } catch {
    return undefined;
  }
}
