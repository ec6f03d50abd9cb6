// `npm run bench -- documents`: measures Primes as Markdown documents, and how long other requests wait in the
// meantime. Prints Markdown.
import { measureDocumentReads } from '../atoms/measure-documents.ts';
import { measureWriting } from '../atoms/measure-writing.ts';
import { readFlags } from '../flags.ts';
import { describeCircumstances, formatCircumstances } from '../report/machine.ts';
import { runBenchmark } from '../run-benchmark.ts';

/** Runs the benchmark. @param args - none */
export async function measureDocuments(args: readonly string[]): Promise<void> {
  readFlags(args, []);
  await runBenchmark(async (benchmark) => {
    console.log(`${formatCircumstances(describeCircumstances({}))}\n`);
    console.log(`${await measureWriting([900, 20_000])}\n`);
    console.log(await measureDocumentReads(benchmark, [900, 10_000]));
  });
}
