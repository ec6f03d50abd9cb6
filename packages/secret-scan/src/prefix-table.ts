// Finds the rule that may match at a byte: two or three bytes select few prefixes, without a regular expression.
import { SECRET_RULES, type SecretRule } from './rules.ts';

/** A prefix of a rule. */
interface Prefix {
  readonly bytes: Uint8Array;
  readonly rule: SecretRule;
}

const PREFIXES: readonly Prefix[] = SECRET_RULES.flatMap(
  (rule) => rule.prefixes.map((text) => ({ rule, bytes: new TextEncoder().encode(text) })),
  // Longer ones first: 'sk-' must not hide 'sk-ant-api'.
).sort((a, b) => b.bytes.length - a.bytes.length);

const BY_PAIR = Map.groupBy(PREFIXES, ({ bytes: [first = 0, second = 0] }) => (first << 8) | second);

/** 1 for each pair of bytes with which a prefix begins: the first is the high byte. */
export const PREFIX_PAIRS: Readonly<Uint8Array> = Uint8Array.from({ length: 65_536 }, (_, pair) =>
  BY_PAIR.has(pair) ? 1 : 0,
);

/**
 * 1 for each {@link tripleOf} with which a prefix begins. Few other texts have one, while pairs such as `da`
 * occur in every sentence.
 */
export const PREFIX_TRIPLES: Readonly<Uint8Array> = new Uint8Array(65_536);
for (const { bytes } of PREFIXES) {
  const [first = 0, second = 0, third = 0] = bytes;
  (PREFIX_TRIPLES as Uint8Array)[tripleOf((first << 8) | second, third)] = 1;
}

/** A 16-bit hash of a pair of bytes and the byte after it. Every prefix has three bytes. */
export function tripleOf(pair: number, third: number): number {
  return (pair ^ (third * 0x0b55)) & 0xffff;
}

/** The rule whose prefix is at a place, before `end`, where its pair of bytes was found. */
export function findRuleAt(
  bytes: Uint8Array,
  { index, end, pair }: { readonly index: number; readonly end: number; readonly pair: number },
): SecretRule | undefined {
  return BY_PAIR.get(pair)?.find(
    (prefix) =>
      index + prefix.bytes.length <= end &&
      prefix.bytes.every((byte, offset) => bytes[index + offset] === byte),
  )?.rule;
}
