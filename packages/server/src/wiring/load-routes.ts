// Loads the code of all routes in small turns of the event loop, so that a server that listens already answers in
// between.
import { ownTurn } from '@prime-registry/concurrency';

/** Each loads what those before it have not loaded. One import is one turn: Node.js loads all that it needs at once. */
const STEPS: readonly (() => Promise<unknown>)[] = [
  () => import('../http/responses/send-page.ts'),
  () => import('../routes/publish/publish.ts'),
  () => import('../routes/signatures/scope-signers.ts'),
  () => import('../routes/atoms/atom-diff.ts'),
  () => import('../routes/search/suggest.ts'),
  () => import('../routes/mcp/mcp.ts'),
  () => import('../routes/log/log-description.ts'),
  () => import('../routes/exchange/token.ts'),
  () => import('../routes/pages/prime/prime.ts'),
  () => import('../routes/pages/prime/graph.ts'),
  () => import('../routes/documents/llms-full-text.ts'),
  () => import('../routes/index.ts'),
];

export async function loadRoutes(): Promise<typeof import('./all-routes.ts')> {
  for (const load of STEPS) {
    await load();
    await ownTurn();
  }
  return import('./all-routes.ts');
}
