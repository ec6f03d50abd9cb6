// Imports the tokens of an export, next to those that are here.
import type { Act, RegistryStore, TokenWithDigest } from '@prime-registry/store';
import type { ImportOutcome } from './import-outcome.ts';

type TokenDeps = Pick<RegistryStore, 'listTokensWithDigests' | 'insertToken' | 'revokeToken'>;

/**
 * Creates the function that imports a token. It reads the existing tokens once, here.
 * @param takesNew - false applies only the revocations of tokens that are here
 */
export async function createTokenImporter(
  store: TokenDeps,
  act: Act,
  takesNew: boolean,
): Promise<(imported: TokenWithDigest) => Promise<ImportOutcome>> {
  const existing = await store.listTokensWithDigests();
  const byId = new Map(existing.map((known) => [known.token.id, known]));
  const byDigest = new Map(existing.map((known) => [toHex(known.secretSha256), known]));

  return async ({ token, secretSha256 }) => {
    const known = byId.get(token.id);
    const holder = byDigest.get(toHex(secretSha256));
    if (known === undefined && holder === undefined) {
      if (!takesNew) return REFUSED;
      await store.insertToken(token, secretSha256, act);
      return { kind: 'imported' };
    }
    if (known !== holder) return { kind: 'conflict', message: 'another token has its id here' };
    if (token.revokedAtMs === undefined || known?.token.revokedAtMs !== undefined) return { kind: 'skipped' };
    await store.revokeToken(token.id, token.revokedAtMs, act);
    return { kind: 'withdrawn' };
  };
}

/** Whoever wrote the export may know the token: the operator decides whether it works here. */
const REFUSED: ImportOutcome = {
  kind: 'refused',
  message: 'with --with-tokens it is, and then gives access here, too',
};

function toHex(bytes: Uint8Array): string {
  return Buffer.from(bytes).toString('hex');
}
