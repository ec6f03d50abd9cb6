// Writes a review of Primes as a comment on a pull request (GitHub, Forgejo, Gitea) or merge request (GitLab). The first
// line of the file is its mark: a comment that begins with it is replaced, so that there is only one.
// Usage: comment.mjs <file>, with FORGE_TOKEN; PULL_REQUEST on all but GitLab; and what the runner sets.
// A comment is no reason to fail: what prevents it is a warning, and the exit code is 0.
import { readFile } from 'node:fs/promises';

const MAX_PAGES = 20;
const PAGE_SIZE = 50;
const TIMEOUT_MS = 30_000;
/** Whom the tokens of jobs belong to. */
const BOTS = ['github-actions[bot]', 'forgejo-actions', 'gitea-actions'];

const { env } = process;
const { FORGE_TOKEN: token = '' } = env;

/** Where comments are, and how they are sent. */
function findForge() {
  if (env.GITLAB_CI === 'true') {
    const { CI_API_V4_URL: api, CI_PROJECT_ID: project, CI_MERGE_REQUEST_IID: number } = env;
    const notes = `${api}/projects/${project}/merge_requests/${number}/notes`;
    return {
      list: notes,
      one: (id) => `${notes}/${id}`,
      user: `${api}/user`,
      update: 'PUT',
      headers: { 'PRIVATE-TOKEN': token },
      authorOf: ({ author }) => author?.username,
      loginOf: ({ username }) => username,
    };
  }
  const repository = `${env.GITHUB_API_URL}/repos/${env.GITHUB_REPOSITORY}`;
  return {
    list: `${repository}/issues/${env.PULL_REQUEST}/comments`,
    one: (id) => `${repository}/issues/comments/${id}`,
    user: `${env.GITHUB_API_URL}/user`,
    update: 'PATCH',
    headers: { authorization: `Bearer ${token}`, accept: 'application/json' },
    authorOf: ({ user }) => user?.login,
    loginOf: ({ login }) => login,
  };
}

const forge = findForge();

/** Sends a request. The token goes to this address only: a redirect is an error. */
async function request(url, { method = 'GET', body } = {}) {
  const answer = await fetch(url, {
    method,
    redirect: 'error',
    signal: AbortSignal.timeout(TIMEOUT_MS),
    headers: { ...forge.headers, 'content-type': 'application/json', 'user-agent': 'prime-review' },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  });
  if (!answer.ok) throw new Error(`${method} ${url} was answered with ${answer.status}`);
  return answer.json();
}

/** Strangers may write the mark too: only comments of this token's owner count. */
async function findAuthors() {
  try {
    const login = forge.loginOf(await request(forge.user));
    return typeof login === 'string' ? [login] : BOTS;
  } catch {
    // The token of a job is not a user's.
    return BOTS;
  }
}

async function findComment(mark) {
  const authors = await findAuthors();
  for (let page = 1; page <= MAX_PAGES; page += 1) {
    const comments = await request(`${forge.list}?per_page=${PAGE_SIZE}&limit=${PAGE_SIZE}&page=${page}`);
    const found = comments.find(
      (each) => authors.includes(forge.authorOf(each)) && String(each.body).startsWith(mark),
    );
    if (found !== undefined) return found;
    // Forgejo and Gitea send all at once.
    if (comments.length !== PAGE_SIZE) return undefined;
  }
  return undefined;
}

const body = await readFile(process.argv[2] ?? '', 'utf8');
const [mark = ''] = body.split('\n', 1);
if (!mark.startsWith('<!-- prime-publish:')) throw new Error('the file is not a review of prime');
try {
  const comment = await findComment(mark);
  if (comment === undefined) await request(forge.list, { method: 'POST', body: { body } });
  else if (comment.body.trimEnd() !== body.trimEnd())
    await request(forge.one(Number(comment.id)), { method: forge.update, body: { body } });
  console.log(
    comment === undefined ? 'The review is a new comment.' : 'The comment with the review is up to date.',
  );
} catch (error) {
  const reason = `the review could not be written as a comment: ${error.message.replace(/\s+/g, ' ')}`;
  const isAnnotated = env.GITHUB_ACTIONS === 'true';
  console.error(isAnnotated ? `::warning::${reason.replaceAll('%', '%25')}` : `warning: ${reason}`);
}
