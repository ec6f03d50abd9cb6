// Tokens as an operator makes and revokes them: with the command, beside a registry that may be running.
import { runCommand } from '@prime-registry/testkit';
import type { Tokens } from '../world.ts';

const HOUR_MS = 3_600_000;

/** Makes one token of each kind, in an empty registry. @param flags - where it is */
export async function createTokens(flags: readonly string[], admin: string): Promise<Tokens> {
  const briefUntilMs = Date.now() + HOUR_MS;
  // One after the other: the first makes the database.
  const stranger = await create(flags, '--scope', '@stranger');
  const reader = await create(flags, '--permission', 'read');
  const brief = await create(flags, '--scope', '@chaos', '--expires', '1h');
  const revocable = await create(flags, '--scope', '@chaos');
  return {
    admin,
    stranger: stranger.token,
    reader: reader.token,
    brief: brief.token,
    briefUntilMs,
    revocable: { id: revocable.id, secret: revocable.token, isRevoked: false },
  };
}

/** Revokes the token that is there for it. */
export async function revoke(flags: readonly string[], { revocable }: Tokens): Promise<void> {
  if (revocable.isRevoked) return;
  await run(['token', 'revoke', revocable.id, ...flags]);
  revocable.isRevoked = true;
}

async function create(
  flags: readonly string[],
  ...options: string[]
): Promise<{ id: string; token: string }> {
  const stdout = await run(['token', 'create', ...flags, '--name', 'chaos', '--json', ...options]);
  return JSON.parse(stdout) as { id: string; token: string };
}

async function run(args: readonly string[]): Promise<string> {
  const { code, stdout, stderr } = await runCommand(args);
  if (code !== 0) throw new Error(`prime-registry ${args.join(' ')} ended with ${code}: ${stderr}`);
  return stdout;
}
