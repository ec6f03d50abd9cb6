// Finds the rule that may match at a byte: two or three bytes select few prefixes, without a regular expression.
import { SECRET_RULES, type SecretRule } from './rules.ts';

const PREFIXES = SECRET_RULES.flatMap(
  (rule) => rule.prefixes.map((text) => ({ rule, bytes: new TextEncoder().encode(text) })),
  // Longer ones first: 'sk-' must not hide 'sk-ant-api'.
).sort((a, b) => b.bytes.length - a.bytes.length);

const BY_PAIR = Map.groupBy(PREFIXES, ({ bytes: [first = 0, second = 0] }) => (first << 8) | second);

/** 1 for each pair of bytes with which a prefix of an unbroken key begins: the first is the high byte. */
const PAIRS = new Uint8Array(65_536);
/**
 * 1 for each {@link tripleOf} with which such a prefix begins. Few other texts have one, while pairs such as `da`
 * occur in every sentence.
 */
const TRIPLES = new Uint8Array(65_536);
for (const { bytes, rule } of PREFIXES) {
  if (rule.isBroken === true) continue;
  const [first = 0, second = 0, third = 0] = bytes;
  PAIRS[(first << 8) | second] = 1;
  TRIPLES[tripleOf((first << 8) | second, third)] = 1;
}

/** A 16-bit hash of a pair of bytes and the byte after it. Every prefix has three bytes. */
function tripleOf(pair: number, third: number): number {
  return (pair ^ (third * 0x0b55)) & 0xffff;
}

/** The first place from `start` on, before `end`, where a prefix of an unbroken key may be; `end` if there is none. */
export function findPrefix(bytes: Uint8Array, start: number, end: number): number {
  let pair = bytes[start] ?? 0;
  for (let index = start; index < end; index += 1) {
    pair = ((pair & 0xff) << 8) | (bytes[index + 1] ?? 0);
    if (PAIRS[pair] === 0) continue;
    if (TRIPLES[tripleOf(pair, bytes[index + 2] ?? 0)] === 1) return index;
  }
  return end;
}

/** The rule whose prefix is at a place, and ends before `end`. */
export function findRuleAt(bytes: Uint8Array, index: number, end: number): SecretRule | undefined {
  const pair = ((bytes[index] ?? 0) << 8) | (bytes[index + 1] ?? 0);
  return BY_PAIR.get(pair)?.find(
    (prefix) =>
      index + prefix.bytes.length <= end &&
      prefix.bytes.every((byte, offset) => bytes[index + offset] === byte),
  )?.rule;
}
