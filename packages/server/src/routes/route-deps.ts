// What route handlers work with, in groups by concern. Each route names the members that it needs: see Route.
import type { BlobStore } from '@prime-registry/blobs';
import type { KnowledgeSource, SkillLibrary } from '@prime-registry/knowledge';
import type { RegistryStore } from '@prime-registry/store';
import type { PageCache, Site } from '@prime-registry/web';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { ChangeFeed } from '../actions/changes/change-feed.ts';
import type { DownloadCounter } from '../actions/download-counter.ts';
import type { PublishDeps } from '../actions/publish-version/publish-version.ts';
import type { DiffDeps } from '../actions/read-atoms/diff-versions.ts';
import type { VersionSteps } from '../actions/read-atoms/version-steps.ts';
import type { YankDeps } from '../actions/yank-version.ts';
import type { MemoryBudget } from '../http/admission/memory-budget.ts';
import type { UploadSlots } from '../http/admission/upload-slots.ts';
import type { FairTurns } from '../http/connections/fair-turns.ts';
import type { ResponseReuse } from '../http/response-cache/response-reuse.ts';
import type { ReadWholeBlob } from '../http/responses/whole-blobs.ts';
import type { RegistryLog } from '../log/registry-log.ts';
import type { RegistryMetrics } from '../metrics/registry-metrics.ts';
import type { MirrorReads } from '../mirror/metrics/mirror-reads.ts';
import type { Mirror } from '../mirror/mirror.ts';
import type { Tasks } from '../tasks/tasks.ts';
import type { Witness } from '../witness/cosigning/witness.ts';
import type { ExchangingDeps } from './exchange/exchange-deps.ts';
import type { PackedFileReader } from './files/packed-file-reader.ts';
import type { ChangingDeps } from './lifecycle/lifecycle-answer.ts';
import type { McpServing } from './mcp/mcp-serving.ts';

/** Everything that any handler works with. */
export interface RouteDeps {
  readonly store: RegistryStore;
  readonly blobs: ReadableBlobs;
  readonly mirror: Mirror;
  /** What agents read, of this registry and of those behind it. */
  readonly knowledge: KnowledgeSource;
  /** The same as Agent Skills. */
  readonly skills: SkillLibrary;
  readonly featuredSkills: FeaturedSkills;
  /** The signed transparency log; undefined if signatures are off. */
  readonly log: RegistryLog | undefined;
  /** Undefined if the registry is none. */
  readonly witness: Witness | undefined;
  readonly changes: Pick<ChangeFeed, 'read'>;
  readonly pageCache: PageCache;
  /** The look of the pages, and the rules for search engines. */
  readonly site: Site;
  /** Reads files inside of tarballs. */
  readonly packedFiles: PackedFileReader;
  readonly comparisons: DiffDeps['comparisons'];
  /** How much changed from version to version. */
  readonly steps: VersionSteps;
  /** Runs what may take long for hostile content. */
  readonly tasks: Tasks;
  readonly metrics: RegistryMetrics;
  /** Whether reads need a token. */
  readonly isPrivate: boolean;
  /** Whether the server is shutting down. */
  readonly isClosing: () => boolean;
  /** Milliseconds since the epoch. */
  readonly now: () => number;
  readonly reading: ReadingDeps;
  readonly mcp: McpServing;
  readonly publishing: PublishingDeps;
  readonly yanking: YankingDeps;
  readonly changing: ChangingDeps;
  readonly exchanging: ExchangingDeps;
  readonly server: ServerState;
}

/** What the registry says about itself as a skill, and next to that. */
interface FeaturedSkills {
  /** Base URL of the registry without a slash at its end, if it knows its own. */
  readonly address: string | undefined;
  /** Names of Primes. */
  readonly primes: readonly string[];
}

/** Some members of {@link RouteDeps}. */
export type Needs<Members extends keyof RouteDeps> = Pick<RouteDeps, Members>;

/** The blob store as routes read it. */
interface ReadableBlobs extends Pick<BlobStore, 'read' | 'ping'> {
  /** Reads a small tarball into memory. */
  readonly readWhole: ReadWholeBlob;
}

/** What a read of a list, a manifest or a tarball does besides answering. */
export interface ReadingDeps {
  readonly responseCache: ResponseReuse;
  readonly downloads: Pick<DownloadCounter, 'count'>;
  readonly mirrorReads: Pick<MirrorReads, 'of'>;
  /** For answers that clients have not read yet, and for uploads. */
  readonly memory: MemoryBudget;
  /** For long answers, chunk by chunk. */
  readonly turns: FairTurns;
  /** Counts further reads of a request, towards its rate limit; returns how many are allowed. */
  readonly countReads: (request: FastifyRequest, reply: FastifyReply, wanted: number) => number;
}

interface PublishingDeps extends PublishDeps {
  readonly uploads: UploadSlots;
  /** What the blob store keeps of an upload in memory, at most. */
  readonly uploadBufferBytes: number;
}

interface YankingDeps extends YankDeps {
  /** Whether a text contains an access token. */
  readonly holdsToken: (text: string) => boolean;
}

/** What the server says about itself. */
interface ServerState {
  /** The public address without a slash at its end; empty if it is not known. */
  readonly publicUrl: string;
  /** Whether pages name the tokens that published and yanked a version, instead of their ids. */
  readonly showsTokenNames: boolean;
  /** The OpenAPI 3.1 document of the routes. */
  readonly describeApi: () => Promise<object>;
}
