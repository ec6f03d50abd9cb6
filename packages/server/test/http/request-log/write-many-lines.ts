// A program that writes many log lines to its standard error: more than a pipe and an output hold, or, with `throw`, a
// hundred before an exception.
import { LogOutput } from '../../../src/http/request-log/log-output.ts';

const mustThrow = process.argv[2] === 'throw';
const output = new LogOutput({ stream: process.stderr });
for (let n = 0; n < (mustThrow ? 100 : 50_000); n += 1) {
  output.writeSoon(`${JSON.stringify({ n, text: 'x'.repeat(100) })}\n`);
}
if (mustThrow) throw new Error('the end');
output.write('{"level":40}\n');
process.stdout.write('done\n');
output.end();
