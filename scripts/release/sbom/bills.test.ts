// The bills of materials of packages are valid CycloneDX, and name what is inside.
import assert from 'node:assert/strict';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { Ajv } from 'ajv';
import addFormats from 'ajv-formats';
import { buildPackage } from '../build/build-package.ts';
import { type Bill, describeBill } from './cyclonedx.ts';
import { makePackageBill } from './package-bill.ts';

const validate = compileSchema();
const STATE = { commit: 'c0ffee', epochSeconds: 1_700_000_000 };

for (const [folder, kind, contains, lacks] of [
  [
    'cli',
    'application',
    ['yaml', 'undici', '@clack/prompts'],
    ['fastify', 'typescript', '@prime-registry/protocol'],
  ],
  ['client', 'library', ['@noble/hashes', '@prime-registry/protocol'], ['yaml-language-server', 'testkit']],
] as const) {
  test(`the bill of ${folder}`, async (t) => {
    const outFolder = mkdtempSync(join(tmpdir(), 'prime-registry-bill-'));
    t.after(() => rmSync(outFolder, { recursive: true }));
    const built = await buildPackage({ folder, kind }, undefined, outFolder);
    const text = describeBill(makePackageBill(built, STATE));
    const bill = JSON.parse(text);
    assertValid(bill);
    const names: string[] = bill.components.map(({ group, name }: Record<string, string>) =>
      group === undefined ? name : `${group}/${name}`,
    );
    for (const name of contains) assert.ok(names.includes(name), `${name} in ${names}`);
    for (const name of lacks) assert.ok(!names.includes(name), name);
    for (const { name, hashes, licenses, group } of bill.components) {
      assert.ok(licenses?.length === 1, `${name} has a licence`);
      assert.ok(group === '@prime-registry' || hashes?.[0]?.content.length === 128, `${name} has a digest`);
    }
    const refs = new Set(bill.dependencies.map(({ ref }: { ref: string }) => ref));
    const reached = new Set([bill.metadata.component['bom-ref']]);
    for (const ref of reached)
      for (const each of bill.dependencies.find((one: { ref: string }) => one.ref === ref).dependsOn)
        reached.add(each);
    assert.deepEqual(reached, refs, 'everything is required by something');
    // What the licences say is inside is what the bill says.
    if (kind === 'application') {
      const licenses = readFileSync(join(outFolder, 'THIRD-PARTY-LICENSES.txt'), 'utf8');
      const inside = [...licenses.matchAll(/^-{80}\n(\S+) \S+\nLicence: /gm)].map(([, name]) => name);
      assert.deepEqual(names.toSorted(), inside.toSorted());
    }
    assert.equal(describeBill(makePackageBill(built, STATE)), text);
  });
}

test('licences and versions of every form are valid', () => {
  const bill = (license: string): Bill => ({
    subject: { type: 'application', name: '@a/b', version: '1.0.0+x', packageUrl: 'pkg:npm/%40a/b', license },
    components: [],
    requires: new Map(),
    ...STATE,
  });
  for (const license of ['MIT', '(MIT OR Apache-2.0)', 'Apache-2.0 WITH LLVM-exception', 'UNLICENSED'])
    assertValid(JSON.parse(describeBill(bill(license))));
  assertValid(JSON.parse(describeBill(bill('SEE LICENSE IN LICENSE.md'))));
  assert.throws(() => assertValid(JSON.parse(describeBill(bill('No-Such-Licence')))));
});

function assertValid(bill: unknown): void {
  assert.ok(validate(bill), JSON.stringify(validate.errors, undefined, 2));
}

function compileSchema() {
  const main = fileURLToPath(import.meta.resolve('@cyclonedx/cyclonedx-library/package.json'));
  const read = (name: string) =>
    JSON.parse(readFileSync(join(dirname(main), `res/schema/${name}.SNAPSHOT.schema.json`), 'utf8'));
  const ajv = new Ajv({ strict: false, formats: { 'iri-reference': true, 'idn-email': true } });
  addFormats.default(ajv);
  for (const name of ['spdx', 'jsf-0.82', 'cryptography-defs']) {
    // The library renames the files of the schemas, and what refers to them.
    const { $id: _, ...schema } = read(name);
    ajv.addSchema(schema, `http://cyclonedx.org/schema/${name}.SNAPSHOT.schema.json`);
  }
  return ajv.compile(read('bom-1.6'));
}
