// `npm run docs:questions`: asks a registry all questions, and updates the tables in docs/agent-questions.md.
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { askRegistry } from './ask-registry.ts';
import { withQuestionTable } from './question-table.ts';

const path = join(import.meta.dirname, '../../docs/agent-questions.md');
const answers = await askRegistry();
writeFileSync(path, withQuestionTable(readFileSync(path, 'utf8'), answers));
for (const { stepByStep } of answers) {
  const steps = stepByStep.calls.map(({ tool, args }) => `${tool} ${JSON.stringify(args)}`).join(', ');
  process.stdout.write(`${stepByStep.isAnswered ? 'yes' : 'no '} ${stepByStep.question.ask} ${steps}\n`);
}
