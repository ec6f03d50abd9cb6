// What mirrors may answer: never a wrong byte, never a 404 for an existing version, no failure for a mirrored
// version.
import { createHash } from 'node:crypto';
import { isDeepStrictEqual } from 'node:util';
import type { SeededRandom } from '@prime-registry/testkit';
import { type Answer, ask, type NoAnswer } from '../http/ask.ts';
import { parse } from '../http/judge-problem.ts';
import { type Draft, drawDraft, drawVersion, formOf, renameDraft } from '../model/draft.ts';
import { ADMIN_TOKEN, type Chain, type Member } from './chain.ts';

/** A readable part of a version. */
export type Part = 'list' | 'manifest' | 'tarball';

export const PARTS: readonly Part[] = ['list', 'manifest', 'tarball'];

const NAMES = ['amber', 'birch', 'cedar', 'dune'].map((word) => `@chaos/${word}`);

export class Expectations {
  requests = 0;
  readonly published: Draft[] = [];
  readonly #chain: Chain;
  readonly #violate: (what: string) => void;
  /** Versions that a mirror must serve alone, by its name: mirrored ones if nothing is evicted, and its own. */
  readonly #here = new Map<string, Set<Draft>>();

  constructor(chain: Chain, violate: (what: string) => void) {
    this.#chain = chain;
    this.#violate = violate;
    for (const { name } of chain.mirrors) this.#here.set(name, new Set());
  }

  /** The versions that a mirror must serve alone. */
  hereOf(mirror: Member): readonly Draft[] {
    return [...(this.#here.get(mirror.name) ?? [])];
  }

  /** A version to read: either any, or a recent one, which few mirrors have. */
  draw(random: SeededRandom): Draft {
    return random.chance(0.5) ? random.pick(this.published) : random.pick(this.published.slice(-4));
  }

  noteHere(mirror: Member, draft: Draft): void {
    this.#here.get(mirror.name)?.add(draft);
  }

  /** Publishes a new version at the origin. Only versions answered with 201 are read later. */
  async publish(random: SeededRandom): Promise<void> {
    const draft = drawDraft(random, random.pick(NAMES), drawVersion(random));
    if (isAmong(this.published, draft)) return;
    if (await this.#publish(this.#chain.origin, draft, random)) this.published.push(draft);
  }

  /** Publishes a version at a mirror itself, often with the tarball of a version of the origin. */
  async publishLocally(mirror: Member, random: SeededRandom): Promise<void> {
    const name = `${mirror.localScope}/own`;
    const draft = random.chance(0.5)
      ? renameDraft(this.draw(random), name)
      : drawDraft(random, name, drawVersion(random));
    if (isAmong(this.hereOf(mirror), draft)) return;
    if (await this.#publish(mirror, draft, random)) this.noteHere(mirror, draft);
  }

  /** @returns whether it was answered with 201 */
  async #publish(member: Member, draft: Draft, random: SeededRandom): Promise<boolean> {
    const { contentType, body } = formOf(draft, random);
    const question = {
      method: 'POST',
      path: '/publish',
      body: Buffer.from(body),
      token: ADMIN_TOKEN,
    } as const;
    const headers = { 'content-type': contentType };
    const answer = await this.#ask(member, { ...question, headers });
    return typeof answer !== 'string' && answer.status === 201;
  }

  /**
   * Reads a part of a version through a mirror.
   * @returns whether it was read completely
   */
  async read(mirror: Member, draft: Draft, part: Part, mayFail: () => boolean): Promise<boolean> {
    const path = pathOf(draft, part);
    const mustBeHere = this.#here.get(mirror.name)?.has(draft) === true;
    const couldFail = mayFail();
    const { lives, isDown } = mirror;
    const answer = await this.#ask(mirror, { path });
    const what = `${mirror.name}: GET ${path}`;
    const hasDied = isDown || mirror.isDown || mirror.lives !== lives;
    if (hasDied && (typeof answer === 'string' || answer.status === 503)) return false;
    if (typeof answer === 'string') {
      // The mirror breaks the connection if a tarball has the wrong digest.
      const isExcused = part === 'tarball' && answer === 'broken' && !mustBeHere && (couldFail || mayFail());
      if (!isExcused) this.#violate(`${what} got no complete answer (${answer})`);
      return false;
    }
    if (answer.status !== 200) {
      // An upstream may fail, but not the mirror itself.
      const isOfUpstream = parse(answer.body)?.code !== 'storage_unavailable';
      const mayBeRefused = isOfUpstream && [502, 503].includes(answer.status);
      const isExcused = mayBeRefused && !mustBeHere && (couldFail || mayFail());
      if (!isExcused)
        this.#violate(`${what} was answered with ${answer.status}: ${answer.body.subarray(0, 500)}`);
      return false;
    }
    const flaw = this.#findFlaw(answer, draft, part, mustBeHere);
    if (flaw !== undefined) this.#violate(`${what}: ${flaw}`);
    return flaw === undefined;
  }

  #findFlaw({ body }: Answer, draft: Draft, part: Part, mustBeHere: boolean): string | undefined {
    if (part === 'tarball') {
      const sha256 = createHash('sha256').update(body).digest('hex');
      return sha256 === draft.sha256 ? undefined : `${body.length} bytes of another tarball, ${sha256}`;
    }
    const fields = parse(body);
    if (fields === undefined) return `not JSON: ${body}`;
    if (part === 'list') return this.#findListFlaw(fields, draft, mustBeHere);
    const wrong = Object.entries(draft.fields).find(
      ([field, value]) => !isDeepStrictEqual(fields[field], value),
    );
    return (
      wrong && `${wrong[0]} is ${JSON.stringify(fields[wrong[0]])} instead of ${JSON.stringify(wrong[1])}`
    );
  }

  /** A list may be stale, but contains what is here, and no version that no registry sent. */
  #findListFlaw(
    { name, versions }: Readonly<Record<string, unknown>>,
    draft: Draft,
    mustBeHere: boolean,
  ): string | undefined {
    if (name !== draft.name) return `the list of ${name}`;
    const listed = (versions as { version: string }[]).map(({ version }) => version);
    const strange = listed.find(
      (version) => !/^[0-9]+\.[0-9]+\.[0-9]+(?:[-+][0-9A-Za-z.+-]+)?$/.test(version),
    );
    if (mustBeHere && !listed.includes(draft.version)) return `the list lacks ${draft.version}`;
    return strange && `the invalid version ${strange}`;
  }

  async #ask(member: Member, question: Parameters<typeof ask>[2]): Promise<Answer | NoAnswer> {
    this.requests += 1;
    return ask(member.baseUrl, member.agent, question);
  }
}

function isAmong(drafts: readonly Draft[], { name, identity }: Draft): boolean {
  return drafts.some((draft) => draft.name === name && draft.identity === identity);
}

function pathOf({ name, version }: Draft, part: Part): string {
  if (part === 'list') return `/pack/${name}`;
  return `/pack/${name}/${version}${part === 'tarball' ? '/tarball' : ''}`;
}
