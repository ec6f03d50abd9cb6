// The table of docs/agent-questions.md: how many calls and tokens each question takes.
import { estimateTokens } from '@prime-registry/atoms';
import { KNOWLEDGE_TOOLS } from '@prime-registry/knowledge';
import type { Trail } from './answer-question.ts';
import type { Answers } from './ask-registry.ts';

const BEGIN = '<!-- begin of the table -->';
const END = '<!-- end of the table -->';

/** What the questions took, of one way to answer them. */
export interface Summary {
  readonly answered: number;
  readonly medianCalls: number;
  readonly mostCalls: number;
  readonly medianTokens: number;
  readonly mostTokens: number;
}

/** The goal for an agent that searches and reads step by step. */
export const GOAL = { medianCalls: 2, medianTokens: 1500 } as const;

export function summarise(trails: readonly Trail[]): Summary {
  const calls = trails.map((trail) => trail.calls.length);
  const tokens = trails.map(tokensOf);
  return {
    answered: trails.filter(({ isAnswered }) => isAnswered).length,
    ...{ medianCalls: medianOf(calls), mostCalls: Math.max(...calls) },
    ...{ medianTokens: medianOf(tokens), mostTokens: Math.max(...tokens) },
  };
}

/** The document with a new table in the place of its old one. */
export function withQuestionTable(document: string, answers: readonly Answers[]): string {
  const [begin, end] = [document.indexOf(BEGIN), document.indexOf(END)];
  if (begin === -1 || end < begin) throw new Error(`the document has no '${BEGIN}' before '${END}'`);
  return `${document.slice(0, begin + BEGIN.length)}\n${formatTables(answers)}\n${document.slice(end)}`;
}

function formatTables(answers: readonly Answers[]): string {
  const stepByStep = summarise(answers.map((answer) => answer.stepByStep));
  const atOnce = summarise(answers.map((answer) => answer.atOnce));
  const lists = estimateTokens(JSON.stringify({ tools: KNOWLEDGE_TOOLS }));
  return [
    '| | Goal | Step by step | At once, with `read` |',
    '|---|---|---|---|',
    `| Answered, of ${answers.length} | all | ${stepByStep.answered} | ${atOnce.answered} |`,
    `| Calls a question, median | ${GOAL.medianCalls} | ${stepByStep.medianCalls} | ${atOnce.medianCalls} |`,
    `| Calls a question, most | | ${stepByStep.mostCalls} | ${atOnce.mostCalls} |`,
    `| Tokens a question, median | ${GOAL.medianTokens} | ${stepByStep.medianTokens} | ${atOnce.medianTokens} |`,
    `| Tokens a question, most | | ${stepByStep.mostTokens} | ${atOnce.mostTokens} |`,
    `| Tokens of the list of tools | 1200 | ${lists} | ${lists} |`,
    '',
    '| Question | Calls | Tokens | Tokens at once |',
    '|---|---|---|---|',
    ...answers.map(({ stepByStep: steps, atOnce: once }) => {
      const { ask } = steps.question;
      return `| ${ask} | ${mark(steps, String(steps.calls.length))} | ${tokensOf(steps)} | ${mark(once, String(tokensOf(once)))} |`;
    }),
  ].join('\n');
}

function mark({ isAnswered }: Trail, value: string): string {
  return isAnswered ? value : `${value}, not answered`;
}

function tokensOf({ calls }: Trail): number {
  return calls.reduce((sum, { tokens }) => sum + tokens, 0);
}

/** The upper one of two in the middle. */
function medianOf(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0;
}
