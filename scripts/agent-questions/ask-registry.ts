// Asks all questions of a registry that has the Primes for them, and many others.
import { callTool } from '@prime-registry/knowledge';
import { atomFiles, startRegistry } from '@prime-registry/testkit';
import { KNOWN_CONTENTS } from '../../packages/server/test/search/relevance/contents.ts';
import { KNOWN_PRIMES } from '../../packages/server/test/search/relevance/primes.ts';
import { answerQuestion, type Trail } from './answer-question.ts';
import { QUESTIONS } from './questions.ts';
import { readQuestionPrimes } from './read-primes.ts';

/** The trails of all questions, in their order. */
export async function askRegistry(): Promise<Trail[]> {
  const registry = await startRegistry();
  try {
    for (const { name, description, files } of readQuestionPrimes()) {
      await registry.admin.mustPublish({ name, description, files });
    }
    for (const { name, tags, description } of KNOWN_PRIMES) {
      const { readme = '', atoms = [] } = KNOWN_CONTENTS.get(name) ?? {};
      const files = { 'README.md': `${readme}\n`, ...atomFiles(...atoms) };
      await registry.admin.mustPublish({ name, description, extra: `tags: ${JSON.stringify(tags)}`, files });
    }
    const trails: Trail[] = [];
    for (const question of QUESTIONS) {
      trails.push(await answerQuestion(question, (tool, args) => callTool(registry.knowledge, tool, args)));
    }
    return trails;
  } finally {
    await registry.stop();
  }
}
