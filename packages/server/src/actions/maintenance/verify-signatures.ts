// Verifies all signatures against the versions that they are of: a database that somebody has changed may name keys that
// never signed.
import { setImmediate } from 'node:timers/promises';
import type { SignaturePlace, SignatureStore } from '@prime-registry/store';

const AT_A_TIME = 50;

/** @returns one line for each signature that is not good */
export async function* findBadSignatures(
  store: Pick<SignatureStore, 'listSignedBytes'>,
  signal: AbortSignal,
): AsyncGenerator<string> {
  for (let after: SignaturePlace = { versionId: 0, position: -1 }; ; ) {
    const rows = await store.listSignedBytes(after, AT_A_TIME);
    if (rows.length === 0) return;
    // Most registries have no signatures: the command starts without what verifies them.
    const { judgeSignatures } = await import('../signatures/check-signatures.ts');
    for (const { name, version, sha256, sourceManifest, fingerprint, armored } of rows) {
      signal.throwIfAborted();
      const { good, problems } = judgeSignatures(
        [Buffer.from(armored)],
        { name, version, sha256, sourceManifest },
        () => fingerprint,
      );
      const [problem] = problems;
      if (problem !== undefined) yield `a signature of ${name} ${version} is not good: ${problem.message}`;
      else if (good[0]?.fingerprint !== fingerprint)
        yield `a signature of ${name} ${version} is of ${good[0]?.fingerprint}, not of ${fingerprint}`;
      await setImmediate();
    }
    after = rows.at(-1) ?? after;
  }
}
