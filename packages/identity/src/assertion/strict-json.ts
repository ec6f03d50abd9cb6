// JSON objects of tokens. Programs differ in which of two equal keys they take, so a repeated key is refused.
import { isJsonObject, quote } from '@prime-registry/protocol/basics';

/** Most levels of arrays and objects. Tokens of known issuers have two. */
const MAX_DEPTH = 16;

/**
 * Parses the text of a JSON object (RFC 8259).
 * @throws SyntaxError with what is wrong, if it is not a JSON object, repeats a key or is nested too deeply
 */
export function parseStrictObject(text: string): Readonly<Record<string, unknown>> {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    throw new SyntaxError('it is not JSON');
  }
  if (!isJsonObject(value)) throw new SyntaxError('it is not a JSON object');
  checkStructure(text);
  return value;
}

/** A key with its colon, another string, or a bracket. In valid JSON every string ends, so the search takes linear time. */
const TOKEN = /("[^"\\]*(?:\\.[^"\\]*)*")\s*:|"[^"\\]*(?:\\.[^"\\]*)*"|[[\]{}]/gs;

/** @param text - valid JSON */
function checkStructure(text: string): void {
  // The keys of each object that is open; none for an array.
  const open: (Set<string> | undefined)[] = [];
  for (const { 0: token, 1: key } of text.matchAll(TOKEN)) {
    if (token === '}' || token === ']') open.pop();
    else if (key !== undefined) addKey(open.at(-1), JSON.parse(key) as string);
    else if (token === '{' || token === '[') open.push(token === '{' ? new Set() : undefined);
    if (open.length > MAX_DEPTH) throw new SyntaxError(`it is nested in more than ${MAX_DEPTH} levels`);
  }
}

function addKey(keys: Set<string> | undefined, key: string): void {
  if (keys?.has(key)) throw new SyntaxError(`it has the key ${quote(key)} twice`);
  keys?.add(key);
}
