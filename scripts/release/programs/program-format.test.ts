// The programs for the other platforms, which cannot run here: their format, and that they contain the program.
import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync, truncateSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { findRuntimePackage, readLockedRuntime } from '../../runtimes/runtime-package.ts';
import { buildProgram } from './build-program.ts';
import { LC_CODE_SIGNATURE, listLoadCommands } from './formats/mach-o.ts';
import {
  currentPlatformName,
  getProgramPlatform,
  PROGRAM_PLATFORMS,
  type ProgramPlatform,
} from './platforms.ts';
import { readProgramFormat } from './program-format.ts';

const PROGRAM = "console.log('a program');\n";
const others = PROGRAM_PLATFORMS.filter(({ name }) => name !== currentPlatformName());

for (const platform of others) {
  // 45 MB each, so that people are not surprised by it: REQUIRE_NODE_RUNTIMES downloads them.
  const runtime = readLockedRuntime(platform.npmPackage);
  const isMissing = process.env.REQUIRE_NODE_RUNTIMES !== '1' && findRuntimePackage(runtime) === undefined;
  const skip =
    isMissing &&
    `NOT TESTED: ${platform.npmPackage} is not in the cache; REQUIRE_NODE_RUNTIMES=1 downloads it`;
  if (skip !== false) console.error(skip);
  test(`a program for ${platform.name} is complete`, { skip }, async (t) => {
    const output = await buildSmallProgram(t, platform);
    const { format, blobBytes, isFuseSet } = readProgramFormat(output);
    assert.deepEqual({ format, isFuseSet }, { format: platform.format, isFuseSet: true });
    assert.ok(blobBytes > PROGRAM.length);
    const bytes = readFileSync(output);
    if (platform.name.startsWith('darwin')) assertSigned(bytes);
    if (platform.name.startsWith('windows')) {
      assertUnsigned(bytes);
      // Here, because it takes Node.js a fifth of the time that it takes for other formats.
      const again = readFileSync(await buildSmallProgram(t, platform));
      assert.ok(again.equals(bytes), 'another build, in another folder, has the same bytes');
    }
    truncateSync(output, 5_000_000);
    assert.throws(() => readProgramFormat(output), /is not a complete executable/);
  });
}

test('Node.js without a program is not one', () => {
  assert.deepEqual(
    { ...readProgramFormat(process.execPath), format: '' },
    { format: '', blobBytes: 0, isFuseSet: false },
  );
});

test('a file that is no executable is refused', () => {
  assert.throws(() => readProgramFormat(import.meta.filename), /is not an executable: it starts with/);
});

test('a platform without programs is refused with those that have them', () => {
  assert.throws(
    () => getProgramPlatform('solaris-sparc'),
    /no programs for 'solaris-sparc'; the platforms are linux-x64, linux-arm64, darwin-x64, windows-x64/,
  );
});

async function buildSmallProgram(t: TestContext, platform: ProgramPlatform): Promise<string> {
  const folder = mkdtempSync(join(tmpdir(), 'program-format-'));
  t.after(() => rmSync(folder, { recursive: true }));
  writeFileSync(join(folder, 'main.js'), PROGRAM);
  const bundle = { files: ['main.js'], modules: [] };
  const output = join(folder, 'program');
  await buildProgram({ bundle, bundleFolder: folder, platform, name: 'small', output });
  return output;
}

/** Reads the signature as macOS does: the digest of each page, up to the signature itself. */
function assertSigned(bytes: Buffer): void {
  const command = listLoadCommands(bytes).find(({ kind }) => kind === LC_CODE_SIGNATURE);
  assert.ok(command);
  const signature = bytes.readUInt32LE(command.at + 8);
  assert.equal(signature + bytes.readUInt32LE(command.at + 12), bytes.length);
  const directory = signature + bytes.readUInt32BE(signature + 16);
  const digests = directory + bytes.readUInt32BE(directory + 16);
  const pages = bytes.readUInt32BE(directory + 28);
  assert.equal(bytes.readUInt32BE(directory + 32), signature);
  assert.equal(pages, Math.ceil(signature / 4096));
  for (let page = 0; page < pages; page += 1) {
    const content = bytes.subarray(page * 4096, Math.min((page + 1) * 4096, signature));
    const digest = bytes.subarray(digests + page * 32, digests + (page + 1) * 32);
    assert.ok(createHash('sha256').update(content).digest().equals(digest), `page ${page}`);
  }
}

/** Address and size of the signature (PE Format, Optional Header Data Directories). */
function assertUnsigned(bytes: Buffer): void {
  const directory = bytes.readUInt32LE(0x3c) + 24 + 112 + 4 * 8;
  assert.equal(bytes.readBigUInt64LE(directory), 0n);
}
