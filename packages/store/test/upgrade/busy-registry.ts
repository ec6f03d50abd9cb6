// A registry with all kinds of searchable data, and random changes to it.

import type { RegistryStore } from '@prime-registry/store';
import type { AtomSource, SeededRandom } from '@prime-registry/testkit';
import { inventoryOf } from '@prime-registry/testkit';
import { insert, yank } from '@prime-registry/testkit/versions';

const WORDS = ['kiwi', 'plum', 'Größe', 'kerning', 'façade', 'quokka', 'web', 'style', 'пример', '大きさ'];

/** Publishes Primes, some with a README, some with atoms, some with all versions yanked. */
export async function publishSome(store: RegistryStore, primes: number): Promise<void> {
  for (let prime = 0; prime < primes; prime += 1) {
    const name = nameOf(prime);
    await publish(store, name, '1.0.0', prime);
    if (prime % 3 === 0) await publish(store, name, '1.1.0', prime + 1);
    if (prime % 7 === 0) await yank(store, '1.1.0', undefined, name);
    if (prime % 14 === 0) await yank(store, '1.0.0', undefined, name);
  }
}

/** Publishes a version of an existing or new Prime, or yanks one. */
export async function changeSomething(store: RegistryStore, random: SeededRandom): Promise<void> {
  const name = nameOf(random.integer(0, 60));
  const version = `1.${random.integer(0, 3)}.0`;
  const text = random.integer(0, 100);
  if (random.chance(0.7)) await publish(store, name, version, text);
  else await yank(store, version, undefined, name);
}

/** The results of many searches. */
export async function readFindings(store: RegistryStore): Promise<unknown> {
  const texts = [...WORDS, 'scope-1', 'prime-7', 'about', 'quoka', 'rule-1', 'bea', 'kiwi plum'];
  return Promise.all(
    texts.map(async (text) => {
      const query = { text, limit: 100, offset: 0 };
      return {
        text,
        plain: await store.search(query),
        rich: await store.searchRich(query),
      };
    }),
  );
}

function nameOf(prime: number): string {
  return `@scope-${prime % 5}/prime-${prime}`;
}

async function publish(store: RegistryStore, name: string, version: string, text: number): Promise<void> {
  const word = (offset: number): string => WORDS[(text + offset) % WORDS.length] ?? '';
  await insert(store, {
    ...{ name, version, description: `About ${word(0)}`, tags: [word(1)] },
    license: text % 2 === 0 ? 'MIT' : 'Apache-2.0',
    ...(text % 4 !== 0 && { readme: `# ${word(2)}\n\nMore about ${word(3)}.` }),
    ...(text % 3 !== 0 && { inventory: await inventoryOf(atomsOf(name, text)) }),
  });
}

/** The atoms of a version; two versions share some. */
function atomsOf(name: string, text: number): AtomSource[] {
  const prefix = name.replace('/', '/rule-').replace('prime-', '');
  return [0, 1, 2].map((number) => ({
    id: `${prefix}-${number + (text % 2)}`,
    kind: number === 0 ? 'fact' : 'rule',
    description: `Says ${WORDS[number + (text % 2)]}`,
    notes: number === 2 ? `Notes on bears ${text}` : 'Notes on beavers',
  }));
}
