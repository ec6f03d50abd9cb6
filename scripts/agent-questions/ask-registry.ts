// Asks all questions of a registry that has the Primes for them, and a hundred others.
import { atomFiles, startRegistry, type TestRegistry } from '@prime-registry/testkit';
import { KNOWN_CONTENTS } from '../../packages/server/test/search/relevance/contents.ts';
import { KNOWN_PRIMES } from '../../packages/server/test/search/relevance/primes.ts';
import { answerAtOnce, answerQuestion, type Trail } from './answer-question.ts';
import { callOverHttp } from './call-over-http.ts';
import { QUESTIONS } from './questions.ts';
import { readQuestionPrimes } from './read-primes.ts';

/** How a question was answered in two ways. */
export interface Answers {
  /** By searching, reading, and following edges. */
  readonly stepByStep: Trail;
  /** By one search that gives the texts. */
  readonly atOnce: Trail;
}

/** The answers to all questions, in their order. Their numbers are the same at each run. */
export async function askRegistry(): Promise<Answers[]> {
  // The address is in the answers, so that its length counts.
  const registry = await startRegistry({ publicUrl: 'https://primes.example' });
  try {
    await publishAll(registry);
    const call = callOverHttp(registry.baseUrl);
    const answers: Answers[] = [];
    for (const question of QUESTIONS) {
      const stepByStep = await answerQuestion(question, call);
      answers.push({ stepByStep, atOnce: await answerAtOnce(question, call) });
    }
    return answers;
  } finally {
    await registry.stop();
  }
}

/** One after the other: answers name the entry of the log. */
async function publishAll(registry: TestRegistry): Promise<void> {
  for (const { name, description, files } of readQuestionPrimes()) {
    await registry.admin.mustPublish({ name, description, files });
  }
  for (const { name, tags, description } of KNOWN_PRIMES) {
    const { readme = '', atoms = [] } = KNOWN_CONTENTS.get(name) ?? {};
    const files = { 'README.md': `${readme}\n`, ...atomFiles(...atoms) };
    await registry.admin.mustPublish({ name, description, extra: `tags: ${JSON.stringify(tags)}`, files });
  }
}
