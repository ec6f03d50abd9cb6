// The shared state of a campaign: the registry, the ledger, the current disturbances and the violations.
import type { SeededRandom } from '@prime-registry/testkit';
import { type Answer, ask, type NoAnswer, type Question } from './http/ask.ts';
import { findProblemFlaw } from './http/judge-problem.ts';
import type { Ledger } from './model/ledger.ts';
import type { TestedRegistry } from './registry/tested-registry.ts';

/** What a fault disturbs: connections break, writes fail, tarballs or all reads fail. */
export type Loss = 'connections' | 'writes' | 'tarballs' | 'reads';

interface Disturbance {
  readonly loss: Loss;
  untilMs: number;
}

/** Tokens with their permissions. */
export interface Tokens {
  readonly admin: string;
  /** May only publish to another scope. */
  readonly stranger: string;
  readonly reader: string;
  /** Expires an hour after its creation. */
  readonly brief: string;
  readonly briefUntilMs: number;
  readonly revocable: { readonly id: string; readonly secret: string; isRevoked: boolean };
}

export interface Violation {
  readonly round: number;
  readonly fault: string;
  readonly what: string;
}

export class World {
  readonly registry: TestedRegistry;
  readonly ledger: Ledger;
  readonly tokens: Tokens;
  readonly random: SeededRandom;
  readonly #violate: (what: string) => void;
  readonly #disturbances: Disturbance[] = [];
  /** Whether yanks are taken back and versions removed: the model of restores knows only what is added. */
  readonly mayUndo: boolean;
  requests = 0;
  /** Acknowledged unyanks, and changes of channels and deprecations. */
  changes = 0;
  /** Publishes with other bytes of versions that a restore lost, which were refused. */
  refusals = 0;
  /** Receipts without a proof of the log, which a fault explains. */
  unproved = 0;

  constructor(parts: {
    registry: TestedRegistry;
    ledger: Ledger;
    tokens: Tokens;
    random: SeededRandom;
    mayUndo: boolean;
    violate: (what: string) => void;
  }) {
    this.registry = parts.registry;
    this.ledger = parts.ledger;
    this.tokens = parts.tokens;
    this.random = parts.random;
    this.mayUndo = parts.mayUndo;
    this.#violate = parts.violate;
  }

  violate(what: string | undefined): void {
    if (what !== undefined) this.#violate(what);
  }

  /** Declares losses. @returns a function that ends them */
  disturb(...losses: Loss[]): () => void {
    const begun = losses.map((loss) => ({ loss, untilMs: Number.POSITIVE_INFINITY }));
    this.#disturbances.push(...begun);
    return () => {
      for (const disturbance of begun) disturbance.untilMs = performance.now();
    };
  }

  /** Whether the loss explains a failure since then. */
  isExcused(loss: Loss, sinceMs: number): boolean {
    return this.#disturbances.some((each) => each.loss === loss && each.untilMs >= sinceMs);
  }

  /**
   * Sends a request and checks what every answer must satisfy: there is one, it is not a 500, an error is a
   * valid problem, and a fault explains a 503.
   */
  async ask(question: Question, mayFailFor?: Loss): Promise<Answer | NoAnswer> {
    const sinceMs = performance.now();
    const { baseUrl, agent } = this.registry;
    const what = `${question.method ?? 'GET'} ${question.path}`;
    this.requests += 1;
    let answer = await ask(baseUrl, agent, question);
    const isSafe = (question.method ?? 'GET') === 'GET' || question.method === 'HEAD';
    // The server may have closed an idle connection at the same moment.
    if (answer === 'broken' && isSafe && !this.isExcused('connections', sinceMs)) {
      answer = await ask(baseUrl, agent, question);
    }
    if (typeof answer === 'string') {
      if (answer === 'silent') this.violate(`${what} was never answered`);
      else if (!this.isExcused('connections', sinceMs)) this.violate(`${what}: the connection broke`);
      return answer;
    }
    if (answer.status >= 400) {
      const flaw = findProblemFlaw(answer, question.method === 'HEAD');
      if (flaw !== undefined) this.violate(`${what}: ${flaw}`);
      else if (
        answer.status === 503 &&
        !this.isExcused(mayFailFor ?? (isSafe ? 'reads' : 'writes'), sinceMs)
      ) {
        this.violate(`${what}: an unexplained 503: ${answer.body}`);
      }
    }
    return answer;
  }
}
