// Gets an identity token from the runner of GitHub or Forgejo.
import { type FetchResponse, singleLine } from '@prime-registry/client';
import { type IdentityRequest, TIMEOUT_MS, unavailable } from './identity-request.ts';

/** Largest answer of a runner. */
const MAX_ANSWER_BYTES = 64 * 1024;

/** The endpoint of the runner of GitHub and Forgejo. The address and its password come from the runner itself. */
export async function requestFromRunner({
  environment,
  audience,
  signal,
  fetch: send,
}: IdentityRequest): Promise<string> {
  const address = environment.ACTIONS_ID_TOKEN_REQUEST_URL ?? '';
  if (!URL.canParse(address) || !/^https?:$/.test(new URL(address).protocol))
    throw unavailable('ACTIONS_ID_TOKEN_REQUEST_URL is not an address');
  const url = new URL(address);
  url.searchParams.set('audience', audience);
  try {
    const { status, body } = await send(url.href, {
      method: 'GET',
      headers: {
        authorization: `Bearer ${environment.ACTIONS_ID_TOKEN_REQUEST_TOKEN?.trim()}`,
        accept: 'application/json',
      },
      // The password is for that address alone.
      redirect: 'manual',
      credentials: 'omit',
      signal: AbortSignal.any([signal, AbortSignal.timeout(TIMEOUT_MS)]),
    });
    if (status !== 200) {
      await body?.cancel();
      throw new Error(`it answered ${status}`);
    }
    const { value } = JSON.parse(await readText(body)) as { readonly value?: unknown };
    return typeof value === 'string' ? value : '';
  } catch (error) {
    signal.throwIfAborted();
    const why = error instanceof Error ? singleLine(error.message) : '';
    throw unavailable(`the runner gives no identity token: ${why}`, error);
  }
}

async function readText(body: FetchResponse['body']): Promise<string> {
  const reader = body?.getReader();
  const pieces: Uint8Array[] = [];
  let sizeBytes = 0;
  for (let piece = await reader?.read(); piece?.value !== undefined; piece = await reader?.read()) {
    pieces.push(piece.value);
    sizeBytes += piece.value.length;
    if (sizeBytes > MAX_ANSWER_BYTES) {
      await reader?.cancel();
      throw new Error(`its answer has more than ${MAX_ANSWER_BYTES} bytes`);
    }
  }
  return Buffer.concat(pieces).toString();
}
