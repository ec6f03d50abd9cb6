// Whether a command acts with the identity of its CI job. A command without one loads none of that code.
import type { Flags } from '@prime-registry/command-line';
import type { CommandContext } from '../command.ts';
import { CommandError } from '../errors/command-error.ts';
import { type ClientFactory, prepareFetch } from '../registries/client-factory.ts';
import type { EffectiveSettings } from '../settings/load-settings.ts';
import { readIdentityChoice } from './identity-flag.ts';
import type { IdentitySession } from './identity-session.ts';
import { describeNeeded, findIdentitySource, type IdentitySource } from './identity-source.ts';

export interface IdentifierDeps {
  readonly context: CommandContext;
  readonly flags: Flags;
  readonly settings: EffectiveSettings;
  readonly createClient: ClientFactory;
}

/**
 * Creates a function that returns the token of a registry for the identity of this job; undefined if there is none, or
 * it is not wanted. The tokens are revoked when the command ends.
 */
export function createIdentifier(deps: IdentifierDeps): (registry: string) => Promise<string | undefined> {
  let session: Promise<IdentitySession> | undefined;
  return async (registry) => {
    const { context, flags } = deps;
    const choice = readIdentityChoice(flags, context.environment);
    if (choice === 'none') return undefined;
    const source = findIdentitySource(context.environment, choice);
    if (source === undefined) {
      if (choice === 'auto') return undefined;
      throw new CommandError(`there is no identity '${choice}': ${describeNeeded(choice)} is not set`, {
        code: 'identity_unavailable',
        hint: 'a job of GitHub needs the permission id-token: write, one of Forgejo enable-openid-connect: true',
      });
    }
    session ??= openSession(deps, source);
    return (await session).tokenFor(registry);
  };
}

async function openSession(
  { context, flags, settings, createClient }: IdentifierDeps,
  source: IdentitySource,
): Promise<IdentitySession> {
  const [{ IdentitySession: Session }, fetchFor] = await Promise.all([
    import('./identity-session.ts'),
    prepareFetch(context, flags, settings),
  ]);
  const anonymous = (registry: string) => createClient(registry, undefined);
  const session = new Session({ context, source, anonymous, fetchFor });
  context.atEnd(() => session.revoke());
  return session;
}
