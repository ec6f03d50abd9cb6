// Entry point for tests of what agents read: a source in memory.

export { makeSearchedSource, readCorpusPrimes } from './corpus/corpus-source.ts';
export { searchWithin } from './corpus/search-within.ts';
export { type ContextTask, HELD_OUT_TASKS, KNOWN_TASKS } from './corpus/tasks.ts';
export { type KnowledgeDraft, type MemoryKnowledge, makeMemoryKnowledge } from './memory-knowledge.ts';
