// Entry point for tests of what agents read: a source in memory.
export { type KnowledgeDraft, type MemoryKnowledge, makeMemoryKnowledge } from './memory-knowledge.ts';
