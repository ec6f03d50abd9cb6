// Packs a skill into a .tar.gz, once for as long as the skill is in memory.
import { hash } from 'node:crypto';
import { buffer } from 'node:stream/consumers';
import { packEntries } from '@prime-registry/archive';
import type { Skill } from '@prime-registry/knowledge';

export interface PackedSkill {
  readonly bytes: Uint8Array;
  /** SHA-256, 64 hexadecimal digits. */
  readonly sha256: string;
}

const packed = new WeakMap<Skill, Promise<PackedSkill>>();

/** The archive of a skill: the same bytes for the same files, with one version of Node.js. */
export function packSkill(skill: Skill): Promise<PackedSkill> {
  const known = packed.get(skill) ?? pack(skill);
  packed.set(skill, known);
  // A failure is not kept.
  known.catch(() => packed.delete(skill));
  return known;
}

async function pack({ files }: Skill): Promise<PackedSkill> {
  const entries = files.map(({ path, bytes }) => ({
    path,
    sizeBytes: bytes.length,
    async *read() {
      yield bytes;
    },
  }));
  const bytes = await buffer(packEntries(entries));
  return { bytes, sha256: hash('sha256', bytes) };
}
