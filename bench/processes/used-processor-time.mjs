// Loaded into a program with --import: writes the processor time of all of its threads to a file when it ends.
import { writeFileSync } from 'node:fs';

process.on('exit', () => {
  const { user, system } = process.cpuUsage();
  writeFileSync(process.env.BENCH_PROCESSOR_TIME, String((user + system) / 1000));
});
