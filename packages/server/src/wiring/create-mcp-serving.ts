// How agents are answered. The SDK of the protocol is loaded with their first request: it costs registries without agents
// neither time at the start nor memory.
import { AsyncLocalStorage } from 'node:async_hooks';
import type { KnowledgeSource, SkillLibrary } from '@prime-registry/knowledge';
import { readVersion } from '@prime-registry/launch';
import type { McpEndpoint } from '@prime-registry/mcp';
import type { ServerSettings } from '../config/server-settings.ts';
import type { Admission } from '../http/admission/admission.ts';
import { createMcpVisitorCheck } from '../http/connections/mcp-visitors.ts';
import { countKnowledge } from '../knowledge/counted-knowledge.ts';
import type { McpServing } from '../routes/mcp/mcp-serving.ts';

export interface McpParts {
  readonly knowledge: KnowledgeSource;
  readonly skills: SkillLibrary;
  readonly admission: Pick<Admission, 'admit'>;
  readonly countRead: McpServing['countRead'];
  /** Called with errors that are not in an answer. */
  readonly onFailure: (error: unknown) => void;
}

type Settings = Pick<ServerSettings, 'mcp' | 'mcpOrigins' | 'publicUrl' | 'allowedHosts' | 'isPrivate'>;

export function createMcpServing(
  settings: Settings,
  { knowledge, skills, admission, countRead, onFailure }: McpParts,
): McpServing {
  let loading: Promise<McpEndpoint> | undefined;
  // All requests share one server, which opens the source for each.
  const counting = new AsyncLocalStorage<() => void>();
  const source = async (): Promise<KnowledgeSource> => {
    const count = counting.getStore();
    return count === undefined ? knowledge : countKnowledge(knowledge, count);
  };
  const load = async (): Promise<McpEndpoint> => {
    const { McpEndpoint } = await import('@prime-registry/mcp');
    const { isPrivate } = settings;
    const [name, version] = ['prime-registry', readVersion()];
    return new McpEndpoint({ source, skills, name, version, isPrivate, onFailure });
  };
  return {
    isOn: settings.mcp === 'on',
    findRefusal: createMcpVisitorCheck(settings),
    admitHeavy: (request, reply) => admission.admit('heavy', request, reply),
    countRead,
    async answer(request, count) {
      loading ??= load().catch((error: unknown) => {
        // Too many open files, for instance: the next request tries again.
        loading = undefined;
        throw error;
      });
      const endpoint = await loading;
      return counting.run(count, () => endpoint.answer(request));
    },
  };
}
