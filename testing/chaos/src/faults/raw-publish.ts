// A publish byte by byte, for misbehaving clients.
import { type RawAnswer, RawClient, type SeededRandom } from '@prime-registry/testkit';
import type { Answer } from '../http/ask.ts';
import { findProblemFlaw } from '../http/judge-problem.ts';
import { recordPublish } from '../load/write.ts';
import { drawDraft, drawVersion, formOf } from '../model/draft.ts';
import type { Attempt } from '../model/ledger.ts';
import type { World } from '../world.ts';

/** One publish on its own connection. It enters the ledger just before its last bytes are sent. */
export class RawPublish {
  readonly #world: World;
  readonly #client: RawClient | undefined;
  readonly #begin: () => Attempt;
  readonly #bytes: Buffer;
  #sent = 0;

  private constructor(
    world: World,
    client: RawClient | undefined,
    head: string,
    body: Buffer,
    begin: () => Attempt,
  ) {
    this.#world = world;
    this.#client = client;
    this.#begin = begin;
    this.#bytes = Buffer.concat([Buffer.from(head), body]);
  }

  /** Connects. @param lie - error of Content-Length, in bytes */
  static async begin(world: World, random: SeededRandom, lie = 0): Promise<RawPublish> {
    const draft = drawDraft(random, random.pick(world.ledger.names), drawVersion(random));
    const { contentType, body } = formOf(draft, random);
    const head = [
      'POST /publish HTTP/1.1',
      'Host: registry',
      `Authorization: Bearer ${world.tokens.admin}`,
      `Content-Type: ${contentType}`,
      `Content-Length: ${body.length + lie}`,
    ];
    const client = await RawClient.connect(world.registry.baseUrl).catch(() => undefined);
    const begin = (): Attempt => world.ledger.begin(draft, world.registry.life);
    return new RawPublish(world, client, `${head.join('\r\n')}\r\n\r\n`, body, begin);
  }

  /** Sends the request up to this fraction. */
  async sendUpTo(fraction: number): Promise<void> {
    const end = Math.floor(this.#bytes.length * fraction);
    await this.#send(end);
  }

  /** Sends this many bytes more, but never the last one. */
  async sendMore(count: number): Promise<void> {
    await this.#send(Math.min(this.#sent + count, this.#bytes.length - 1));
  }

  /** Sends the rest and records the outcome. */
  async finish({ isHalfClosed = false, mayVanish = false } = {}): Promise<void> {
    const attempt = this.#begin();
    await this.#send(this.#bytes.length);
    if (mayVanish) {
      attempt.state = 'lost';
      return this.destroy();
    }
    if (isHalfClosed) this.#client?.endSending();
    const answer = await this.#readAnswer();
    recordPublish(this.#world, attempt, answer ?? 'broken');
    this.destroy();
  }

  /** Closes its side of the connection before the request is complete. The answer must not be a success. */
  async endTooEarly(): Promise<void> {
    this.#client?.endSending();
    await this.expectRefusal();
  }

  /** Reads the answer, if any, to a request that can never be complete. */
  async expectRefusal(): Promise<void> {
    const answer = await this.#readAnswer();
    if (answer !== undefined && answer.status < 400) {
      this.#world.violate(`an incomplete request was answered with ${answer.status}`);
    }
    this.destroy();
  }

  destroy(): void {
    this.#client?.destroy();
  }

  async #send(end: number): Promise<void> {
    const part = this.#bytes.subarray(this.#sent, end);
    this.#sent = Math.max(end, this.#sent);
    if (part.length > 0) await this.#client?.send(part);
  }

  async #readAnswer(): Promise<Answer | undefined> {
    const raw = await this.#client?.readAnswer().catch(() => undefined);
    if (raw === undefined) return undefined;
    const answer = toAnswer(raw);
    const flaw = answer.status < 400 ? undefined : findProblemFlaw(answer);
    if (flaw !== undefined) this.#world.violate(`a raw publish: ${flaw}`);
    return answer;
  }
}

function toAnswer({ status, headers, text }: RawAnswer): Answer {
  return { status, headers: Object.fromEntries(headers), body: Buffer.from(text) };
}
