// `prime log trust`: the user decides which key signs for a registry, such as after it has begun a new log.
import {
  compareHeads,
  LogError,
  type RegistryClient,
  readUntrustedHead,
  type SignedHead,
  trustKeys,
} from '@prime-registry/client';
import { toPrintable } from '@prime-registry/command-line';
import { TlogError } from '@prime-registry/tlog';
import type { CommandContext } from '../../command.ts';
import { CommandError } from '../../errors/command-error.ts';
import { requireConfirmation } from '../../terminal/ask.ts';
import { explainLogError } from '../explain-log-error.ts';
import { NODE_CRYPTO } from '../node-crypto.ts';
import type { RegistryLogs } from '../registry-logs.ts';
import { HeadFile } from '../state/head-file.ts';
import { keepTrustedHead } from '../state/keep-trusted-head.ts';
import type { LogTrusted } from './log-result.ts';

/**
 * Trusts a key, if the newest head is signed by it; without a key, the one that the registry names, if the user confirms it.
 * @throws CommandError if it is not signed by it; UsageError without a terminal to ask at
 */
export async function trustLog(
  context: CommandContext,
  client: RegistryClient,
  logs: RegistryLogs,
  key: string | undefined,
): Promise<LogTrusted> {
  const { signal } = context;
  const registry = client.baseUrl;
  const vkey = key ?? (await logs.of(client).describe(signal))?.vkeys[0];
  if (vkey === undefined) throw new CommandError(`${registry} has no transparency log`, { code: 'no_log' });
  try {
    const head = await readHead(client, vkey, signal);
    const hasSeen = await containsSeen(client, logs, head, signal);
    if (key === undefined) await confirm(context, registry, vkey, hasSeen);
    await keepTrustedHead(logs, registry, { head, vkey }, signal);
    logs.knownLogs.add(registry, vkey, 'user');
    const seen = hasSeen === undefined ? {} : { has_what_was_seen: hasSeen };
    return { action: 'trust', registry, origin: head.origin, key: vkey, ...seen };
  } catch (error) {
    const consequence = 'The key is not trusted';
    throw await explainLogError(error, { registry, stateFolder: logs.stateFolder, consequence });
  }
}

async function readHead(client: RegistryClient, vkey: string, signal: AbortSignal): Promise<SignedHead> {
  try {
    return trustKeys([vkey], NODE_CRYPTO)(await client.logCheckpoint({ signal }));
  } catch (error) {
    if (error instanceof TlogError) throw new CommandError(`this is no key: ${toPrintable(error.message)}`);
    throw error;
  }
}

/** Whether the log has all that this user has seen of it, under whatever name; undefined if that was nothing. */
async function containsSeen(
  client: RegistryClient,
  logs: RegistryLogs,
  shown: SignedHead,
  signal: AbortSignal,
): Promise<boolean | undefined> {
  const [vkey = ''] = logs.knownLogs.find(client.baseUrl)?.vkeys ?? [];
  const [origin = ''] = vkey.split('+', 1);
  const note = new HeadFile(logs.stateFolder, origin).read();
  const seen = note === undefined ? undefined : readUntrustedHead(note);
  if (seen === undefined) return undefined;
  try {
    await compareHeads(client, { seen, shown }, NODE_CRYPTO, signal);
    return true;
  } catch (error) {
    // Under the same name, no key can make up for it.
    if (!(error instanceof LogError) || seen.origin === shown.origin) throw error;
    return false;
  }
}

async function confirm(
  context: CommandContext,
  registry: string,
  vkey: string,
  hasSeen: boolean | undefined,
): Promise<void> {
  if (hasSeen === false)
    context.terminal.warn(`the log of ${registry} does not have everything that you have seen of it`);
  const question = `Trust ${toPrintable(vkey)} for ${registry}? Compare it with what the operator says`;
  const otherwise = `there is no terminal to ask at; name the key that the operator has given you: 'prime log trust ${registry} <key>'`;
  await requireConfirmation(context, question, 'The key is not trusted: it was not confirmed', { otherwise });
}

/** What was done, for people. */
export function describeTrusted({ registry, origin, key, has_what_was_seen: hasSeen }: LogTrusted): string {
  const lost = hasSeen === false ? '\nIt does not have everything that you have seen of the log before.' : '';
  return `${toPrintable(`${key} is trusted for ${origin}, the log of ${registry}`)}${lost}`;
}
