// The part of the API of a forge that a comment needs, on loopback.
import { once } from 'node:events';
import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';

/** A comment on pull request 7. */
export interface ForgeComment {
  readonly id: number;
  readonly author: string;
  body: string;
}

/** The caller must close it. */
export interface FakeForge extends AsyncDisposable {
  readonly api: string;
  readonly comments: ForgeComment[];
  /** Requests with another token, or to other paths. */
  readonly refused: string[];
}

/** @param bot - whom the token belongs to; GitLab says so, the others refuse to */
export async function startForge(kind: 'github' | 'gitlab', token: string, bot: string): Promise<FakeForge> {
  const comments: ForgeComment[] = [];
  const refused: string[] = [];
  const isGitLab = kind === 'gitlab';
  const list = isGitLab ? '/projects/42/merge_requests/7/notes' : '/repos/acme/knowledge/issues/7/comments';
  const one = isGitLab ? `${list}/` : '/repos/acme/knowledge/issues/comments/';
  const show = ({ id, author, body }: ForgeComment) =>
    isGitLab ? { id, body, author: { username: author } } : { id, body, user: { login: author } };

  const answer = async (request: IncomingMessage): Promise<[status: number, body: unknown]> => {
    const { pathname: path } = new URL(request.url ?? '', 'http://x');
    const sent = isGitLab ? request.headers['private-token'] : request.headers.authorization;
    const what = `${request.method} ${path}`;
    if (sent !== (isGitLab ? token : `Bearer ${token}`)) {
      refused.push(what);
      return [401, {}];
    }
    if (what === 'GET /user') return isGitLab ? [200, { username: bot }] : [403, {}];
    if (what === `GET ${list}`) return [200, comments.map(show)];
    const { body } = JSON.parse(await readText(request)) as { body: string };
    if (what === `POST ${list}`) {
      comments.push({ id: comments.length + 1, author: bot, body });
      return [201, {}];
    }
    const changed = comments.find(({ id }) => path === `${one}${id}`);
    if (changed === undefined || request.method !== (isGitLab ? 'PUT' : 'PATCH')) {
      refused.push(what);
      return [404, {}];
    }
    changed.body = body;
    return [200, {}];
  };
  const server = createServer((request, response) => {
    void answer(request).then(([status, body]) => {
      response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
    });
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    api: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    comments,
    refused,
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}

async function readText(request: IncomingMessage): Promise<string> {
  let text = '';
  for await (const chunk of request.setEncoding('utf8')) text += chunk;
  return text;
}
