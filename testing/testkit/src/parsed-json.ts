/**
 * JSON that a test looks into. What is in it is what the test asserts: a type would claim it before, or repeat each shape of an answer in
 * the nine hundred places that name a member.
 */
// biome-ignore lint/suspicious/noExplicitAny: `unknown` would need an unchecked assertion at each of these places.
export type ParsedJson = any;
