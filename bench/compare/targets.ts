// The requests of each case, each tried once before it is measured.
import { createClient, requireStatus, type Send } from '../load/http-client.ts';
import type { Peer } from '../peers/peer.ts';
import { PROTOCOLS } from '../protocols/index.ts';
import type { ReadRequest } from '../protocols/protocol.ts';
import type { Case, RequestWork } from './case.ts';
import type { RecordedAnswer } from './recordings.ts';
import { firstReleaseOf, listQueries } from './release-sets.ts';

/** The requests of a case. Several are sent in turn. */
export interface Target {
  readonly requests: readonly ReadRequest[];
}

/** A target with the answer to its first request. */
export interface TriedTarget extends Target, RecordedAnswer {}

/** The targets of a server, by name of the case. @throws Error if an answer is not the expected one */
export async function findTargets(
  peer: Peer,
  baseUrl: string,
  cases: readonly Case[],
  signal: AbortSignal,
): Promise<ReadonlyMap<string, TriedTarget>> {
  const client = createClient(baseUrl, 1, signal);
  const targets = new Map<string, TriedTarget>();
  try {
    for (const { name, work } of cases) {
      const what = `${name}: ${peer.title}`;
      if (work.kind === 'requests') targets.set(name, await findTarget(peer, name, work, client.send, what));
      if (work.kind === 'search') targets.set(name, await findSearch(peer, client.send, what));
    }
  } finally {
    client.close();
  }
  return targets;
}

async function findTarget(
  { content }: Peer,
  name: string,
  work: RequestWork,
  send: Send,
  what: string,
): Promise<TriedTarget> {
  const { read, of, isConditional = false, status } = work;
  if ('repeat' in content) {
    const { path, knowsConditions } = content.repeat({ name, status });
    return tryTarget({ path, headers: {} }, isConditional && knowsConditions, status, send, what);
  }
  const protocol = PROTOCOLS[content.protocol];
  return tryTarget(protocol.read(read, firstReleaseOf(of, protocol)), isConditional, status, send, what);
}

async function tryTarget(
  request: ReadRequest,
  isConditional: boolean,
  status: number,
  send: Send,
  what: string,
): Promise<TriedTarget> {
  if (!isConditional) {
    const answer = requireStatus(await send(request), status, what);
    return { requests: [request], answer, body: answer.body };
  }
  const { headers, body } = requireStatus(await send(request), 200, what);
  if (headers.etag === undefined) throw new Error(`${what} sent no ETag`);
  const conditional = { ...request, headers: { ...request.headers, 'if-none-match': headers.etag } };
  return {
    requests: [conditional],
    answer: requireStatus(await send(conditional), status, what),
    body,
  };
}

async function findSearch({ content }: Peer, send: Send, what: string): Promise<TriedTarget> {
  const search = 'protocol' in content ? PROTOCOLS[content.protocol].search : undefined;
  if (search === undefined) throw new Error(`${what} has no search`);
  const requests = listQueries().map(search);
  const [first] = requests;
  if (first === undefined) throw new Error('there are no queries');
  const answer = requireStatus(await send(first), 200, what);
  return { requests, answer, body: answer.body };
}
