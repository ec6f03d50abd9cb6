// Counts what a request of an agent makes of a source: one call of a tool may lead to dozens of searches and reads, here and
// in registries behind, and each costs what it would cost as a request of its own.
import type { KnowledgeSource } from '@prime-registry/knowledge';

/** The first read of a request, which was counted itself, is free. @param countRead - throws to refuse a read */
export function countKnowledge(source: KnowledgeSource, countRead: () => void): KnowledgeSource {
  let isFirst = true;
  const counted = <T>(read: () => T): T => {
    if (!isFirst) countRead();
    isFirst = false;
    return read();
  };
  const { findHomes } = source;
  return {
    search: async (...args) => counted(() => source.search(...args)),
    findPrime: async (...args) => counted(() => source.findPrime(...args)),
    findAtom: async (...args) => counted(() => source.findAtom(...args)),
    suggest: async (...args) => counted(() => source.suggest(...args)),
    ...(findHomes && { findHomes: async (...args) => counted(() => findHomes.apply(source, args)) }),
    // What belongs to a Prime or an atom that was found.
    listAtoms: (...args) => source.listAtoms(...args),
    readAtoms: (...args) => source.readAtoms(...args),
    readTexts: (...args) => source.readTexts(...args),
  };
}
