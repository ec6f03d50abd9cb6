// Entry point of what commands need to start: names, tokens, errors and texts, without YAML and schemas.

export { isSha256 } from './digest.ts';
export * from './error-codes.ts';
export { isJsonObject, parseJsonObject } from './json-object.ts';
export { isFingerprint } from './names/fingerprint.ts';
export * from './names/prime-name.ts';
export { getValue, type Parsed } from './parsed.ts';
export * from './registry-error.ts';
export type { FieldProblem } from './text/field-problem.ts';
export * from './text/hidden-text.ts';
export { describeCharacter, printable, quote } from './text/quote.ts';
export { findSimilar } from './text/similar-word.ts';
export * from './timestamp.ts';
export * from './token.ts';
export * from './token-scopes/prime-grant.ts';
export * from './versions/channel.ts';
export * from './versions/version.ts';
