// `prime-registry serve`: the server as a process, from its first line to its last request.
import { once } from 'node:events';
import { flushCompileCache } from 'node:module';
import type { AddressInfo } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';
import { createToken } from '../actions/create-token.ts';
import { buildServer, type RegistryServer } from '../build-server.ts';
import { findUnknownVariables, loadSettings, readAdminToken } from '../config/load-settings.ts';
import { ALL_SETTINGS, type ServerSettings } from '../config/server-settings.ts';
import { SettingError } from '../config/setting.ts';
import type { Command } from './command.ts';

const ORPHAN_CHECK_MS = 200;

export const serve: Command = {
  name: 'serve',
  summary: 'Run the registry.',
  settings: ALL_SETTINGS,
  async run(flags) {
    const settings = loadSettings({ flags: flags as SettingFlags, environment: process.env });
    const adminToken = readAdminToken(process.env);
    const server = await buildServer(settings, { adminToken });
    for (const name of findUnknownVariables(process.env))
      server.app.log.warn({ name }, 'no setting has this variable');
    if (adminToken !== undefined && adminToken.length < 16) {
      server.app.log.warn('PRIME_REGISTRY_TOKEN is short enough to be guessed; use 32 random characters');
    }
    try {
      await listen(server, settings);
      const baseUrl = describeAddress(settings, server.app.server.address() as AddressInfo);
      process.stdout.write(`prime-registry is listening on ${baseUrl}\n`);
      await introduceFirstToken(server, adminToken);
      // Written now rather than at the end: a process that is killed has no end.
      flushCompileCache();
      const signal = await waitForSignal();
      await shutDown(server, settings, signal);
    } catch (error) {
      await server.close();
      throw error;
    }
    return 0;
  },
};

type SettingFlags = Readonly<Record<string, string | boolean | undefined>>;

async function listen({ app }: RegistryServer, { host, port }: ServerSettings): Promise<void> {
  try {
    await app.listen({ host, port, listenTextResolver: (address) => `listening on ${address}` });
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === 'EADDRINUSE')
      throw new SettingError(`port: ${port} is in use on ${host}; give another, or 0 for any`);
    if (code === 'EACCES')
      throw new SettingError(`port: ${port} may not be used by this user; give one above 1023`);
    if (code === 'EADDRNOTAVAIL' || code === 'ENOTFOUND' || code === 'EAI_AGAIN') {
      throw new SettingError(
        `host: '${host}' is not an address of this machine; use 127.0.0.1, or 0.0.0.0 for all`,
      );
    }
    throw error;
  }
}

/** Where a client on this machine reaches the server. */
function describeAddress({ host }: ServerSettings, { port }: AddressInfo): string {
  const reachable = host === '0.0.0.0' ? '127.0.0.1' : host === '::' ? '::1' : host;
  return `http://${reachable.includes(':') ? `[${reachable}]` : reachable}:${port}`;
}

/** Nobody can publish to a registry without tokens: the first start makes one. */
async function introduceFirstToken({ store }: RegistryServer, adminToken: string | undefined): Promise<void> {
  if (adminToken !== undefined || (await store.listTokens()).length > 0) return;
  const request = { name: 'first', permissions: ['admin'] as const, scopes: ['*'] };
  const { secret } = await createToken({ store, now: Date.now }, request);
  process.stdout.write(`Admin token, shown only this once: ${secret}\n`);
}

async function waitForSignal(): Promise<string> {
  const [signal] = await Promise.race([once(process, 'SIGTERM'), once(process, 'SIGINT'), orphaned()]);
  return String(signal);
}

/**
 * npm passes a signal on to the shell that it started, and the shell dies of it without telling us: under npm, a parent
 * that is gone is the signal.
 */
async function orphaned(): Promise<[reason: string]> {
  const parent = process.ppid;
  const isUnderNpm = process.env.npm_lifecycle_event !== undefined;
  while (!isUnderNpm || process.ppid === parent) await delay(ORPHAN_CHECK_MS, undefined, { ref: false });
  return ['parent gone'];
}

/** Running requests, uploads among them, may end within the grace; a second signal ends them at once. */
async function shutDown(
  server: RegistryServer,
  { shutdownGraceMs }: ServerSettings,
  signal: string,
): Promise<void> {
  server.app.log.info({ signal, grace_ms: shutdownGraceMs }, 'shutting down');
  const cutOff = (): void => server.app.server.closeAllConnections();
  const timer = setTimeout(cutOff, shutdownGraceMs);
  process.once('SIGTERM', cutOff).once('SIGINT', cutOff);
  await server.close();
  clearTimeout(timer);
}
