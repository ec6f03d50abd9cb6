// Bundles a program with the client for browsers, as web developers do, and runs it in a real browser.
import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { TestContext } from 'node:test';
import { startRegistry } from '@prime-registry/testkit';
import { openBrowserForTests } from '@prime-registry/testkit/browser';
import { rolldown } from 'rolldown';

/** Stands for any web application: it reads a Prime and verifies its tarball. */
const APPLICATION = `
import { RegistryClient, isNotFound } from '@prime-registry/client';
import { InventoryBuilder } from '@prime-registry/atoms';

globalThis.readPrime = async (baseUrl) => {
  const registry = new RegistryClient({ baseUrl });
  const { latest } = await registry.versions('@acme/web-style');
  const { sha256 } = await registry.manifest('@acme/web-style', latest);
  const { chunks } = await registry.tarball('@acme/web-style', latest, { sha256 });
  let bytes = 0;
  for await (const chunk of chunks) bytes += chunk.length;
  const missing = await registry.versions('@acme/nothing').catch((error) => isNotFound(error));
  const { atoms } = await new InventoryBuilder().finish();
  return { latest, bytes, missing, atoms: atoms.length };
};
`;

/** Runs it. @param libraries - the folder with \`node_modules\` */
export async function readInBrowser(libraries: string, t: TestContext): Promise<void> {
  const browser = await openBrowserForTests();
  if (browser === undefined) return t.skip('there is no browser');
  t.after(() => browser.close());
  const registry = await startRegistry();
  t.after(() => registry.stop());
  await registry.author.mustPublish({ name: '@acme/web-style', version: '1.0.0' });

  const page = await browser.newPage();
  const url = `${registry.baseUrl}/application`;
  const script = await bundleForBrowsers(libraries);
  await page.route(url, (route) =>
    route.fulfill({ contentType: 'text/html', body: `<script type="module">${script}</script>` }),
  );
  await page.goto(url);
  const read = await page.evaluate(`readPrime(${JSON.stringify(registry.baseUrl)})`);
  const { bytes, ...rest } = read as Record<string, unknown>;
  assert.deepEqual(rest, { latest: '1.0.0', missing: true, atoms: 0 });
  assert.ok(Number(bytes) > 0);
}

async function bundleForBrowsers(libraries: string): Promise<string> {
  const input = join(libraries, 'application.js');
  writeFileSync(input, APPLICATION);
  const warnings: string[] = [];
  const bundle = await rolldown({
    input,
    platform: 'browser',
    onLog: (_level, { message }) => warnings.push(message),
  });
  const { output } = await bundle.generate({ format: 'esm', minify: true, codeSplitting: false });
  await bundle.close();
  assert.deepEqual(warnings, [], 'no API of Node.js is needed');
  return output[0].code;
}
