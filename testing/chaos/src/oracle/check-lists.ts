// Lists, `latest` and search must agree with each other and with the model.
import { parse } from '../http/judge-problem.ts';
import { mayBeThere, type VersionEntry } from '../model/ledger.ts';
import { chooseLatest, comparePrecedence, identityOf } from '../model/precedence.ts';
import type { World } from '../world.ts';

interface Listed {
  readonly version: string;
  readonly published_at: string;
  readonly yanked?: boolean;
}

/** Checks the list of every name, with and without yanked versions, and its search result. */
export async function checkLists(world: World): Promise<void> {
  await Promise.all(
    world.ledger.names.map(async (name) => {
      const entries = world.ledger.entriesOf(name);
      // While an outcome is unknown, any list may be right.
      if (entries.some(isOpen)) return;
      const known = entries.filter(({ fact }) => fact !== undefined);
      const there = known.filter(({ removal }) => removal === 'none');
      const exists = known.length > 0;
      await checkList(world, name, there, '?yanked=include', exists);
      const shown = there.filter(({ yank }) => yank !== 'acknowledged');
      await checkList(world, name, shown, '', exists);
      await checkSearch(world, name, shown);
    }),
  );
}

function isOpen({ fact, attempts, yank, removal }: VersionEntry): boolean {
  const isChanging = yank === 'lost' || yank === 'undoing' || removal === 'sent' || removal === 'lost';
  return isChanging || (fact === undefined && attempts.some(mayBeThere));
}

async function checkList(
  world: World,
  name: string,
  expected: readonly VersionEntry[],
  query: string,
  exists: boolean,
): Promise<void> {
  const answer = await world.ask({ path: `/pack/${encodeURIComponent(name)}${query}` });
  if (typeof answer === 'string') return;
  if (answer.status !== (exists ? 200 : 404))
    return world.violate(`the list of ${name} was answered with ${answer.status}`);
  if (!exists) return;
  const { versions, latest } = parse(answer.body) as { versions: Listed[]; latest: string };
  const facts = expected.map(({ fact }) => fact?.version ?? '').toSorted(comparePrecedence);
  const listed = versions.map(({ version }) => version);
  if (listed.join(' ') !== facts.join(' ')) {
    world.violate(`${name}${query} lists ${listed.join(' ')} instead of ${facts.join(' ')}`);
  }
  for (const { version, published_at } of versions) {
    const { publishedAt } = world.ledger.entryOf(name, identityOf(version));
    if (publishedAt !== published_at)
      world.violate(`${name} ${version} is listed with the time ${published_at}`);
  }
  const visible = world.ledger.facts.filter((entry) => entry.name === name && entry.yank !== 'acknowledged');
  const expectedLatest = chooseLatest(visible.map(({ fact }) => fact.version));
  if (latest !== expectedLatest)
    world.violate(`the latest of ${name} is '${latest}', not '${expectedLatest}'`);
}

async function checkSearch(world: World, name: string, shown: readonly VersionEntry[]): Promise<void> {
  const word = name.split('/')[1] ?? '';
  const answer = await world.ask({ path: `/search?q=${encodeURIComponent(word)}` });
  if (typeof answer === 'string' || answer.status !== 200) return;
  const { results } = parse(answer.body) as {
    results: { name: string; version: string; description: string }[];
  };
  const latest = chooseLatest(shown.map(({ fact }) => fact?.version ?? ''));
  const fact = shown.find((entry) => entry.fact?.version === latest)?.fact;
  const expected = fact === undefined ? [] : [`${name} ${latest} ${fact.fields.description}`];
  const found = results.map((result) => `${result.name} ${result.version} ${result.description}`);
  if (found.join('; ') !== expected.join('; ')) {
    world.violate(`search for ${word} finds '${found.join('; ')}' instead of '${expected.join('; ')}'`);
  }
}
