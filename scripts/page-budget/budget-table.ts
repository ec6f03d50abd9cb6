// The budget of the pages as a table of docs/web.md.
import type { PageMeasure } from '@prime-registry/testkit/browser';

/** A page with what it may take. */
export interface BudgetedPage {
  readonly name: string;
  readonly path: string;
  /** The most, in milliseconds. */
  readonly maxLcpMs: number;
  /** The most, in bytes as they are sent. */
  readonly maxSentBytes: number;
  /** The `performance.mark` that it sets when all of it is there, if that may be after the largest paint. */
  readonly mark?: string;
}

/** A page with what it takes. */
export interface MeasuredPage extends BudgetedPage, Omit<PageMeasure, 'marks'> {}

const BEGIN = '<!-- budget: written by npm run docs:budget -->';
const END = '<!-- end of the budget -->';

/** The document with a new table. @throws Error if it has no place for one */
export function withBudgetTable(document: string, pages: readonly MeasuredPage[]): string {
  const [begin, end] = [document.indexOf(BEGIN), document.indexOf(END)];
  if (begin === -1 || end < begin) throw new Error(`the document has no lines '${BEGIN}' and '${END}'`);
  const rows = pages.map(
    ({ name, pageBytes, sentBytes, requests, lcpMs, cls }) =>
      `| ${name} | ${kilobytes(pageBytes)} | ${kilobytes(sentBytes)} | ${requests} | ${(lcpMs / 1000).toFixed(1)} s | ${formatShift(cls)} |`,
  );
  const table = ['| Page | HTML | Sent | Requests | LCP | CLS |', '|---|--:|--:|--:|--:|--:|', ...rows];
  return `${document.slice(0, begin)}${BEGIN}\n\n${table.join('\n')}\n\n${document.slice(end)}`;
}

/** What is above the budget, a line for each. */
export function findExcess(pages: readonly MeasuredPage[]): string[] {
  return pages.flatMap(({ name, sentBytes, maxSentBytes, lcpMs, maxLcpMs, cls }) => [
    ...(sentBytes > maxSentBytes
      ? [`${name}: ${kilobytes(sentBytes)} are sent, of ${kilobytes(maxSentBytes)}`]
      : []),
    ...(lcpMs > maxLcpMs ? [`${name}: LCP after ${Math.round(lcpMs)} ms, of ${maxLcpMs} ms`] : []),
    ...(cls > 0 ? [`${name}: CLS ${formatShift(cls)}, of 0`] : []),
  ]);
}

function formatShift(cls: number): string {
  return cls === 0 ? '0' : cls.toFixed(3);
}

function kilobytes(bytes: number): string {
  return `${(bytes / 1000).toFixed(1)} kB`;
}
