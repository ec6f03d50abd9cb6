// `npm run bench -- context`: how many of the atoms that should be in a context are in it, next to a search cut at the same
// budget. Nothing is timed: the numbers are the same on every machine.
import { type ContextTask, HELD_OUT_TASKS, KNOWN_TASKS } from '@prime-registry/testkit/knowledge';
import { openCorpus } from '../context/corpus.ts';
import { LABELLED_QUERIES } from '../context/labelled-queries.ts';
import { measureRecall, type Recall, type Wanted } from '../context/measure-context.ts';
import { UsageError } from '../flags.ts';

// The atoms of the corpus are a quarter as long as those of most Primes: the small budgets show what larger ones do there.
const BUDGETS = [500, 1000, 2000, 4000, 8000];

export async function measureContext(args: readonly string[]): Promise<void> {
  if (args.length > 0) throw new UsageError('It takes no flags.');
  const source = await openCorpus();
  const groups = [
    { title: 'Tasks that the algorithm was improved with', questions: KNOWN_TASKS.map(toWanted) },
    { title: 'Tasks that were held out', questions: HELD_OUT_TASKS.map(toWanted) },
    { title: 'Labelled queries', questions: LABELLED_QUERIES },
  ];
  for (const { title, questions } of groups) {
    console.log(`\n${title} (${questions.length})\n`);
    console.log(
      '| Budget | Context | of these core or full | Search, typed words | Search, whole task | Precision |',
    );
    console.log('|---|---|---|---|---|---|');
    for (const budget of BUDGETS)
      console.log(formatRow(budget, await measureRecall(source, questions, budget)));
  }
}

function toWanted({ task, search, atoms }: ContextTask): Wanted {
  return { query: task, search, atoms };
}

function formatRow(budget: number, recall: Recall): string {
  const { context, contextCore, search, searchWhole, precision } = recall;
  const cells = [context, contextCore, search, searchWhole, precision].map(
    (share) => `${Math.round(share * 100)} %`,
  );
  return `| ${[budget.toLocaleString('en-US'), ...cells].join(' | ')} |`;
}
