// Reads the token for a login: from a flag, from standard input, or from a prompt.
import { type Flags, UsageError } from '@prime-registry/command-line';
import { isTokenWellFormed } from '@prime-registry/protocol';
import type { CommandContext } from '../command.ts';
import { ValidationError } from '../errors/validation-error.ts';
import { isBearerToken } from '../settings/bearer-token.ts';
import { askSecret } from '../terminal/ask.ts';

/** Maximum length of standard input, in bytes. */
const MAX_INPUT_BYTES = 16 * 1024;

const OTHERWISE = 'there is no token; pipe it to standard input, or give it with --token';

/**
 * Reads the token for a registry.
 * @throws UsageError if there is none @throws ValidationError if it is not a token
 */
export async function readToken(context: CommandContext, flags: Flags, registry: string): Promise<string> {
  if (typeof flags.token === 'string' && flags['token-stdin'] === true) {
    throw new UsageError('--token and --token-stdin exclude each other; give one of them');
  }
  const token = (await takeToken(context, flags, registry)).trim();
  if (token === '') throw new UsageError(OTHERWISE);
  const problem = findTokenProblem(token);
  if (problem !== undefined) throw new ValidationError(problem);
  return token;
}

async function takeToken(context: CommandContext, flags: Flags, registry: string): Promise<string> {
  if (typeof flags.token === 'string') return flags.token;
  if (flags['token-stdin'] === true) return readInput(context);
  if (context.terminal.streams.stdin.isTTY !== true) {
    // A user who did not mean to pipe it would not know what prime is waiting for.
    context.terminal.note(`Reading the token for ${registry} from standard input.`);
    return readInput(context);
  }
  return askSecret(context, {
    message: `Token for ${registry}`,
    validate: (answer) => (answer.trim() === '' ? 'Paste the token.' : findTokenProblem(answer.trim())),
    otherwise: OTHERWISE,
  });
}

async function readInput({ terminal: { streams }, signal }: CommandContext): Promise<string> {
  const interrupt = (): void => void streams.stdin.destroy(new DOMException('interrupted', 'AbortError'));
  signal.addEventListener('abort', interrupt, { once: true });
  try {
    const chunks: Buffer[] = [];
    let sizeBytes = 0;
    for await (const chunk of streams.stdin) {
      chunks.push(Buffer.from(chunk as Uint8Array));
      sizeBytes += chunk.length;
      if (sizeBytes > MAX_INPUT_BYTES) throw new ValidationError('standard input contains more than a token');
    }
    return Buffer.concat(chunks).toString('utf8');
  } finally {
    signal.removeEventListener('abort', interrupt);
  }
}

/**
 * What is wrong with the text of a token; undefined for a valid one. Other registries may not use the form
 * `pri_…`.
 */
export function findTokenProblem(token: string): string | undefined {
  if (/\s/.test(token)) return 'a token has no spaces';
  if (!isBearerToken(token)) return 'a token has only letters, digits and -._~+/, with = at its end';
  if (!token.startsWith('pri_') || isTokenWellFormed(token)) return undefined;
  return 'the token has a wrong or missing character; copy all of it again';
}
