// The skills of this registry, and of those behind it.
import { type KnowledgeSource, SkillLibrary, type SkillPage } from '@prime-registry/knowledge';
import { parsePrimeName } from '@prime-registry/protocol';
import type { RegistryStore } from '@prime-registry/store';
import { type OwnSkillDeps, readOwn, SKILLS_KEY } from './read-own.ts';

/** What skills are made of. */
export interface SkillDeps extends OwnSkillDeps {
  readonly knowledge: KnowledgeSource;
  readonly store: RegistryStore;
}

/** Up to this length of all texts, in characters, rendering takes some milliseconds. */
const SMALL_LENGTH = 50_000;

/** Skills of a page: each has to be made, and has up to 512 digests. */
const PAGE = 10;

/** The library of all skills. A page has the Primes by name. */
export function createStoreSkills({ knowledge, ...deps }: SkillDeps): SkillLibrary {
  return new SkillLibrary(knowledge, {
    listPrimes: (cursor) => listPrimes(deps.store, cursor),
    readOwn: (prime) => readOwn(deps, prime),
    render(origin, atoms) {
      const isSmall = atoms.reduce((sum, { text = '' }) => sum + text.length, 0) <= SMALL_LENGTH;
      const use = { subject: origin.sha256, key: SKILLS_KEY, isSmall };
      return deps.tasks.use('renderSkill', undefined, use, (call) => call('render', origin, atoms));
    },
  });
}

/** @param cursor - the name of a Prime; anything else begins again */
async function listPrimes(store: Pick<RegistryStore, 'listPrimes'>, cursor = ''): Promise<SkillPage> {
  const after = parsePrimeName(cursor).ok ? cursor : '';
  const found = await store.listPrimes(undefined, after, PAGE + 1);
  const page = found.slice(0, PAGE);
  return {
    primes: page.filter(({ latest }) => latest !== undefined).map(({ name }) => name),
    next: found.length > PAGE ? page.at(-1)?.name : undefined,
  };
}
