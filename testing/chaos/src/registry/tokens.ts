// Creates and revokes tokens with the operator's command, next to a registry that may be running.
import { runCommand } from '@prime-registry/testkit';
import type { Tokens } from '../world.ts';
import type { LivePlace } from './live-place.ts';

const HOUR_MS = 3_600_000;

/** Creates one token of each kind, in an empty registry. */
export async function createTokens(place: LivePlace, admin: string): Promise<Tokens> {
  const briefUntilMs = Date.now() + HOUR_MS;
  await run({ ...place, environment: { ...place.environment, PRIME_REGISTRY_TOKEN: admin } }, ['init']);
  const stranger = await create(place, '--scope', '@stranger');
  const reader = await create(place, '--permission', 'read');
  const brief = await create(place, '--scope', '@chaos', '--expires', '1h');
  const revocable = await create(place, '--scope', '@chaos');
  return {
    admin,
    stranger: stranger.token,
    reader: reader.token,
    brief: brief.token,
    briefUntilMs,
    revocable: { id: revocable.id, secret: revocable.token, isRevoked: false },
  };
}

/** Revokes the revocable token. */
export async function revoke(place: LivePlace, { revocable }: Tokens): Promise<void> {
  if (revocable.isRevoked) return;
  await run(place, ['token', 'revoke', revocable.id]);
  revocable.isRevoked = true;
}

async function create(place: LivePlace, ...options: string[]): Promise<{ id: string; token: string }> {
  const stdout = await run(place, ['token', 'create', '--name', 'chaos', '--json', ...options]);
  return JSON.parse(stdout) as { id: string; token: string };
}

async function run({ disk, environment }: LivePlace, args: readonly string[]): Promise<string> {
  const { code, stdout, stderr } = await runCommand([...args, '--data', disk.folder], environment);
  if (code !== 0) throw new Error(`prime-registry ${args.join(' ')} ended with ${code}: ${stderr}`);
  return stdout;
}
