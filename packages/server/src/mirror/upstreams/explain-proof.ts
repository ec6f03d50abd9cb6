// Turns what is wrong with the log of an upstream into an error for readers. The evidence is for the operator, in the log
// of this server.
import { LogError, type LogFinding } from '@prime-registry/client';
import { RegistryError } from '@prime-registry/protocol';

/** What contradicts an earlier promise of the upstream; the rest is not what it should be. */
const CHANGED: readonly LogFinding[] = ['other-entry', 'fork', 'shrunk'];

/** What the operator can do about it. */
const REMEDIES: Readonly<Partial<Record<LogFinding, string>>> = {
  'other-log': ' If its operator has begun a new log and says so, set its log-key in upstreams.',
  'untrusted-key': ' If its operator has changed the key and says so, set its log-key in upstreams.',
};

/** A version whose proof is wrong. */
export interface ProvenVersion {
  readonly name: string;
  readonly version: string;
  /** Base URL of the upstream. */
  readonly url: string;
}

/** @returns RegistryError `upstream_changed` or `upstream_mismatch`; any other error as it is */
export function explainProof(error: unknown, { name, version, url }: ProvenVersion): unknown {
  if (!(error instanceof LogError)) return error;
  const { finding, message, exhibits } = error;
  const code = CHANGED.includes(finding) ? 'upstream_changed' : 'upstream_mismatch';
  const evidence = exhibits.map(({ title, text }) => `${title}: ${JSON.stringify(text)}`);
  return new RegistryError(
    code,
    {
      detail:
        `${name} ${version} is refused, because the transparency log of ${url} does not prove it: ${message}.` +
        (REMEDIES[finding] ?? ''),
    },
    { cause: new Error([message, ...evidence].join('\n'), { cause: error }) },
  );
}
