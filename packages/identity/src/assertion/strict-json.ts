// JSON objects of tokens. Programs differ in which of two equal keys they take, so a repeated key is refused.
import { quote } from '@prime-registry/protocol/basics';

/** Most levels of arrays and objects. Tokens of known issuers have two. */
const MAX_DEPTH = 16;

/**
 * Parses the text of a JSON object (RFC 8259).
 * @throws SyntaxError with what is wrong, if it is not a JSON object, repeats a key or is nested too deeply
 */
export function parseStrictObject(text: string): Readonly<Record<string, unknown>> {
  assertDepth(text);
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    throw new SyntaxError('it is not JSON');
  }
  if (typeof value !== 'object' || value === null || Array.isArray(value))
    throw new SyntaxError('it is not a JSON object');
  assertKeysDiffer(text);
  return value as Readonly<Record<string, unknown>>;
}

/**
 * Counts brackets outside of strings, before a recursive parser sees them. One step for each character, whatever a stranger
 * sends: an expression that looks for whole strings starts again at each quotation mark of one that never ends.
 */
function assertDepth(text: string): void {
  let depth = 0;
  let isInString = false;
  for (let index = 0; index < text.length; index += 1) {
    const character = text[index];
    if (isInString && character === '\\') index += 1;
    else if (character === '"') isInString = !isInString;
    else if (isInString) continue;
    else if (character === '{' || character === '[') depth += 1;
    else if (character === '}' || character === ']') depth -= 1;
    if (depth > MAX_DEPTH) throw new SyntaxError(`it is nested in more than ${MAX_DEPTH} levels`);
  }
}

/** @param text - valid JSON */
function assertKeysDiffer(text: string): void {
  // The keys of each object that is open; undefined for an array.
  const open: (Set<string> | undefined)[] = [];
  for (const { 0: token, 1: key } of text.matchAll(/("(?:[^"\\]|\\.)*")\s*:|"(?:[^"\\]|\\.)*"|[[\]{}]/gs)) {
    if (token === '{') open.push(new Set());
    else if (token === '[') open.push(undefined);
    else if (token === '}' || token === ']') open.pop();
    else if (key !== undefined) addKey(open.at(-1), JSON.parse(key) as string);
  }
}

function addKey(keys: Set<string> | undefined, key: string): void {
  if (keys?.has(key)) throw new SyntaxError(`it has the key ${quote(key)} twice`);
  keys?.add(key);
}
