// The report for programs, in JSON.
import type { RunReport } from '../run.ts';

/** The report as JSON, indented. Its fields are those of `RunReport`. */
export function jsonReport(report: RunReport): string {
  return `${JSON.stringify(report, null, 2)}\n`;
}
