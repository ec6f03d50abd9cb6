// The command prime-conformance: parses options, runs the suite, writes the reports, and sets the exit code.
import { writeFileSync } from 'node:fs';
import { styleText } from 'node:util';
import { describeRelease } from '@prime-registry/launch';
import { ALL_CHECKS } from './checks/index.ts';
import { type Command, readCommand, USAGE } from './options.ts';
import { checkList } from './report/check-list.ts';
import { jsonReport } from './report/json.ts';
import { junitReport } from './report/junit.ts';
import { closingLines, type Paint, resultLines } from './report/plain.ts';
import { runConformance } from './run.ts';
import { UsageError } from './session/settings.ts';
import { SUITE_NAME, SUITE_VERSION } from './suite-version.ts';
import { EXIT_USAGE } from './verdict.ts';

/** styleText omits colours if stdout is not a terminal or NO_COLOR is set. */
const paint: Paint = (style, text) => styleText(style, text, { stream: process.stdout });

async function carryOut(command: Command): Promise<number> {
  switch (command.kind) {
    case 'help':
      process.stdout.write(USAGE);
      return 0;
    case 'version':
      process.stdout.write(`${describeRelease()}\n`);
      return 0;
    case 'list':
      process.stdout.write(checkList(ALL_CHECKS));
      return 0;
    case 'run':
      return run(command);
  }
}

async function run({ options, junitFile, jsonFile }: Extract<Command, { kind: 'run' }>): Promise<number> {
  process.stdout.write(`${SUITE_NAME} ${SUITE_VERSION} against ${options.baseUrl}\n`);
  if (options.token === undefined) {
    process.stdout.write(
      'Without a token nothing can be published: checks that need a publish are skipped.\n',
    );
  }
  const line = resultLines(paint);
  const report = await runConformance({
    ...options,
    onResult: (result) => process.stdout.write(line(result)),
  });
  process.stdout.write(closingLines(report, paint));
  if (junitFile !== undefined) write(junitFile, junitReport(report));
  if (jsonFile !== undefined) write(jsonFile, jsonReport(report));
  return report.verdict.exitCode;
}

function write(file: string, text: string): void {
  try {
    writeFileSync(file, text);
  } catch (error) {
    throw new UsageError(
      `The report cannot be written: ${error instanceof Error ? error.message : String(error)}`,
    );
  }
}

try {
  process.exitCode = await carryOut(readCommand(process.argv.slice(2), process.env));
} catch (error) {
  if (!(error instanceof UsageError)) throw error;
  process.stderr.write(`${SUITE_NAME}: ${error.message}\nSee ${SUITE_NAME} --help.\n`);
  process.exitCode = EXIT_USAGE;
}
