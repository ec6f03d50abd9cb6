// The fields about the log in the receipt of a publish.
import type { PublishReceipt } from '@prime-registry/protocol';
import type { FastifyBaseLogger } from 'fastify';
import type { PublishedVersion } from '../../actions/publish-version/publish-version.ts';
import type { Needs } from '../route-deps.ts';

/**
 * The place of the entry and its proof. Empty if nothing is signed; also if that fails, as the version is published all
 * the same.
 */
export async function describeLogged(
  log: Needs<'log'>['log'],
  { version, logged }: PublishedVersion,
  requestLog: Pick<FastifyBaseLogger, 'warn'>,
): Promise<Pick<PublishReceipt, 'log'>> {
  if (log === undefined || logged === undefined) return {};
  try {
    const proof = await log.proveAppended(logged);
    const { origin } = log;
    return { log: { origin, index: logged.index, size: logged.head.edge.size, proof } };
  } catch (error) {
    const fields = { err: error, prime: version.name.full, version: version.version.full };
    requestLog.warn(fields, 'the log could not be signed for the receipt of a publish');
    return {};
  }
}
