// Verifies all signatures against the versions that they are of: a database that somebody has changed may name keys that
// never signed.
import { setImmediate } from 'node:timers/promises';
import type { SignaturePlace, SignatureStore } from '@prime-registry/store';
import { listAll } from './list-all.ts';

const AT_A_TIME = 50;

/** @returns one line for each signature that is not good */
export async function* findBadSignatures(
  store: Pick<SignatureStore, 'listSignedBytes'>,
  signal: AbortSignal,
): AsyncGenerator<string> {
  const begin: SignaturePlace = { versionId: 0, position: -1 };
  for await (const row of listAll(begin, (after) => store.listSignedBytes(after, AT_A_TIME))) {
    // Most registries have no signatures: the command starts without what verifies them.
    const { judgeSignatures } = await import('../signatures/check-signatures.ts');
    const { name, version, fingerprint, armored } = row;
    signal.throwIfAborted();
    const { good, problems } = judgeSignatures([Buffer.from(armored)], row, () => fingerprint);
    const [problem] = problems;
    if (problem !== undefined) yield `a signature of ${name} ${version} is not good: ${problem.message}`;
    else if (good[0]?.fingerprint !== fingerprint)
      yield `a signature of ${name} ${version} is of ${good[0]?.fingerprint}, not of ${fingerprint}`;
    await setImmediate();
  }
}
