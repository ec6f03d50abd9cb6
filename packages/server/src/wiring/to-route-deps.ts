// The dependencies of all routes.
import { readVersion } from '@prime-registry/launch';
import { PageCache, type Site } from '@prime-registry/web';
import { createComparisonCache } from '../actions/read-atoms/diff-versions.ts';
import { VersionSteps } from '../actions/read-atoms/version-steps.ts';
import { countFailure } from '../http/rate-limits/failure-guard.ts';
import { findLimitedToken } from '../http/requests/authentication.ts';
import { createStoreSkills } from '../knowledge/skills/store-skills.ts';
import { StoreKnowledge } from '../knowledge/store-knowledge.ts';
import { createApiDescriber } from '../routes/describe-api.ts';
import type { EarlyDeps } from '../routes/early-routes.ts';
import { PackedFileReader } from '../routes/files/packed-file-reader.ts';
import { routes } from '../routes/index.ts';
import type { RouteDeps } from '../routes/route-deps.ts';
import { Tasks } from '../tasks/tasks.ts';
import { createMcpServing } from './create-mcp-serving.ts';
import type { Parts } from './parts.ts';
import { uploadBufferOf, withBlobInventory } from './storage/open-blobs.ts';

/** What the routes need of the parts. @param early - what the early routes work with */
export function toRouteDeps(parts: Parts, early: EarlyDeps, site: Site): RouteDeps {
  const { settings, now } = parts;
  const { store, blobs } = parts.storage;
  const { admission, rates, readers } = parts.http;
  const holdsToken = readers.secrets.areIn;
  const protectedChannels = new Set(settings.protectedChannels);
  const { mirror } = early;
  const tasks = new Tasks(parts.threads.reads, now);
  const knowledge = new StoreKnowledge({ store, mirror, registry: settings.publicUrl || 'this registry' });
  const skills = createStoreSkills({ knowledge, store, blobs, tasks });
  return {
    ...early,
    ...{ knowledge, skills, site },
    featuredSkills: { address: settings.publicUrl || undefined, primes: settings.featuredSkills },
    log: parts.registryLog,
    witness: parts.witness,
    changes: parts.changes,
    pageCache: new PageCache(now),
    packedFiles: new PackedFileReader(tasks),
    comparisons: createComparisonCache(),
    steps: new VersionSteps(store, now),
    tasks,
    now,
    mcp: createMcpServing(settings, {
      ...{ knowledge, skills, admission },
      countRead: (request, reply) => rates.count('read', reply, findLimitedToken(request)),
      onFailure: (error) => parts.http.app.log.error({ err: error }, 'a request of an agent failed'),
    }),
    publishing: {
      ...{ store, blobs, now },
      ...parts.reading,
      limits: settings,
      versionRule: settings.versionRule,
      protectedChannels,
      uploads: admission.uploads,
      uploadBufferBytes: uploadBufferOf(settings),
    },
    yanking: {
      ...{ store, now, holdsToken },
      allowStableYank: settings.allowStableYank,
      requireYankReason: settings.requireYankReason,
    },
    changing: {
      ...{ store, now, holdsToken },
      protectedChannels,
      ownerRemovalMs: settings.ownerRemovalMs,
      flushDownloads: () => parts.counters.downloads.flush(),
      withInventory: (work) => withBlobInventory(settings, work),
    },
    exchanging: {
      ...parts.exchange.deps,
      countFailure: ({ raw }, reply, error) => countFailure(rates, raw, reply, error),
    },
    server: {
      publicUrl: settings.publicUrl,
      showsTokenNames: settings.showsTokenNames,
      describeApi: createApiDescriber(routes, { ...settings, readVersion }),
    },
  };
}
