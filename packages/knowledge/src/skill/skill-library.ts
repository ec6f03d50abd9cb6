// The skills of a source of knowledge, by Prime and version. A skill is made once and kept for a while.
import { LruCache } from '@prime-registry/concurrency';
import { RegistryError } from '@prime-registry/protocol';
import type { KnowledgeSource, ReadOptions } from '../source/knowledge-source.ts';
import type { KnownPrime } from '../source/known-prime.ts';
import type { OwnSkill } from './own-skill.ts';
import { type RenderSkill, readSkill } from './read-skill.ts';
import { type Skill, skillBytes } from './skill.ts';

/** A page of the Primes that are listed as skills. */
export interface SkillPage {
  /** Names of Primes. */
  readonly primes: readonly string[];
  /** Where the next page begins; undefined after the last one. */
  readonly next: string | undefined;
}

/** What a library needs besides the source. */
export interface SkillLibraryOptions {
  /**
   * Lists Primes, a page at a time; by default none is listed, and all can be read.
   * @param cursor - that of the page before, from a client: anything
   */
  readonly listPrimes?: (cursor: string | undefined, options: ReadOptions) => Promise<SkillPage>;
  /** Reads the skill that a version is, if it has a SKILL.md at its root; by default all skills are generated. */
  readonly readOwn?: (prime: KnownPrime, options: ReadOptions) => Promise<OwnSkill | undefined>;
  /** Renders a generated skill; by default in this thread. */
  readonly render?: RenderSkill;
  /** What is kept in memory, in bytes; default 32 MiB. */
  readonly maxKeptBytes?: number;
}

export interface PrimeSkill {
  readonly prime: KnownPrime;
  readonly skill: Skill;
}

const KEPT_BYTES = 32 * 1024 * 1024;
const ENTRY_BYTES = 1024;

export class SkillLibrary {
  readonly #source: KnowledgeSource;
  readonly #options: SkillLibraryOptions;
  /** By Prime, version and digest. */
  readonly #skills: LruCache<Skill | undefined>;

  constructor(source: KnowledgeSource, options: SkillLibraryOptions = {}) {
    this.#source = source;
    this.#options = options;
    this.#skills = new LruCache({
      maxSize: options.maxKeptBytes ?? KEPT_BYTES,
      sizeOf: (skill) => ENTRY_BYTES + (skill === undefined ? 0 : skillBytes(skill)),
    });
  }

  /** A page of the Primes that are listed. */
  async list(cursor?: string, options: ReadOptions = {}): Promise<SkillPage> {
    return (await this.#options.listPrimes?.(cursor, options)) ?? { primes: [], next: undefined };
  }

  /**
   * The skill of a Prime; undefined if there is none, because there is no such version or its atoms were never read.
   * @param wanted - see KnowledgeSource.findPrime
   */
  async find(name: string, wanted?: string, options: ReadOptions = {}): Promise<PrimeSkill | undefined> {
    const prime = await this.#source.findPrime(name, wanted, options);
    if (prime === undefined) return undefined;
    const { name: full, version, sha256 } = prime;
    // Others share the work: the abort of the first caller must not stop it.
    const skill = await this.#skills.getOrLoad(`${full} ${version} ${sha256}`, () => this.#make(prime));
    return skill === undefined ? undefined : { prime, skill };
  }

  /** The skill of a Prime in a list: also undefined if it is no longer there, or its upstream cannot be asked now. */
  async findListed(name: string, options: ReadOptions = {}): Promise<PrimeSkill | undefined> {
    try {
      return await this.find(name, undefined, options);
    } catch (error) {
      if (error instanceof RegistryError && (error.status < 500 || error.code.startsWith('upstream_')))
        return undefined;
      throw error;
    }
  }

  async #make(prime: KnownPrime): Promise<Skill | undefined> {
    const own = await this.#options.readOwn?.(prime, {});
    return readSkill(this.#source, prime, { own, render: this.#options.render });
  }
}
