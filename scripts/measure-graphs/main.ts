// `npm run measure:graphs`: how soon the pages of large graphs are there on a slow phone, in bytes and
// milliseconds. It prints a table for docs/web.md. Run it on a machine that does nothing else.
import { startRegistry, type TestRegistry, wordyAtoms } from '@prime-registry/testkit';
import { measurePage, openBrowser, type PageMeasure, SLOW_PHONE } from '@prime-registry/testkit/browser';

const SIZES = [16, 150, 900, 2600];
const ROUNDS = 5;
const PHONE = { viewport: { width: 390, height: 844 }, isMobile: true, mark: 'graph' };

async function publish({ author }: TestRegistry, size: number): Promise<string> {
  const version = `${size}.0.0`;
  await author.mustPublish({ name: '@acme/words', version, files: wordyAtoms(size) });
  return `/-/prime/@acme/words/${version}/graph`;
}

const middleOf = (values: readonly number[]): number =>
  values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN;
const asKilobytes = (bytes: number): string => `${(bytes / 1000).toFixed(1)} KB`;
const asSeconds = (ms: number): string => `${(ms / 1000).toFixed(2)} s`;

function renderRow(size: number, rounds: readonly PageMeasure[]): string {
  const middle = (read: (measure: PageMeasure) => number): number => middleOf(rounds.map(read));
  const cells = [
    size.toLocaleString('en'),
    asKilobytes(middle(({ contentBytes }) => contentBytes)),
    asKilobytes(middle(({ wireBytes }) => wireBytes)),
    String(middle(({ requests }) => requests)),
    asSeconds(middle(({ lcpMs }) => lcpMs)),
    asSeconds(middle(({ marks }) => marks.graph ?? Number.NaN)),
    String(Math.max(...rounds.map(({ cls }) => cls))),
  ];
  return `| ${cells.join(' | ')} |`;
}

const registry = await startRegistry({});
const browser = await openBrowser();
try {
  const { latencyMs, downPerSecond, slowdown } = SLOW_PHONE;
  console.log(`A phone, 390 × 844; ${latencyMs} ms for a request, ${downPerSecond * 8} bit/s, processor ÷ ${slowdown};
medians of ${ROUNDS} loads with an empty cache.

| Atoms | Bytes | On the wire | Requests | LCP | Picture with names | CLS |
|---|---|---|---|---|---|---|`);
  for (const size of SIZES) {
    const url = `${registry.baseUrl}${await publish(registry, size)}`;
    // The first request draws the graph.
    await measurePage(browser, url, { ...PHONE, slow: false });
    const rounds: PageMeasure[] = [];
    for (let round = 0; round < ROUNDS; round += 1) rounds.push(await measurePage(browser, url, PHONE));
    console.log(renderRow(size, rounds));
  }
} finally {
  await browser.close();
  await registry.stop();
}
