// What agents read of Primes, and how: tools, documents, skills, and contexts within a budget. Without I/O.

export {
  CONTEXT_LIMITS,
  type ContextAtom,
  type ContextOptions,
  type ContextReason,
  type ContextRequest,
  type LeftOutAtom,
  type PackedContext,
} from './context/context-request.ts';
export { packContext } from './context/pack-context.ts';
export type * from './source/knowledge-source.ts';
