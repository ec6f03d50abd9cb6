// Entry point of what commands need to start: names, tokens, errors and texts, without YAML and schemas.
export * from './channel.ts';
export { isSha256 } from './digest.ts';
export * from './error-codes.ts';
export type { FieldProblem } from './field-problem.ts';
export * from './hidden-text.ts';
export { getValue, type Parsed } from './parsed.ts';
export * from './prime-name.ts';
export { describeCharacter, quote } from './quote.ts';
export * from './registry-error.ts';
export * from './timestamp.ts';
export * from './token.ts';
export * from './version.ts';
