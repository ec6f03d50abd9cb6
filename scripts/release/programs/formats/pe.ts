// Where a PE file contains the files of its program: in a resource (Microsoft, "PE Format", The .rsrc Section).
import { BLOB_NAME, cut, type ProgramParts } from './program-parts.ts';

const MACHINES = new Map([
  [0x8664, 'x64'],
  [0xaa64, 'arm64'],
]);
const RESOURCES = 2;
const RCDATA = 10;
const HIGH_BIT = 0x8000_0000;

/** Reads a PE32+ file. */
export function readPe(bytes: Buffer): ProgramParts {
  const header = bytes.readUInt32LE(0x3c);
  const machine = bytes.readUInt16LE(header + 4);
  const format = `PE ${MACHINES.get(machine) ?? machine}`;
  const optional = header + 24;
  const firstSection = optional + bytes.readUInt16LE(header + 20);
  /** The offset in the file of an address. */
  const offsetOf = (address: number): number => {
    for (let index = 0; index < bytes.readUInt16LE(header + 6); index += 1) {
      const section = firstSection + index * 40;
      const start = bytes.readUInt32LE(section + 12);
      if (address >= start && address < start + bytes.readUInt32LE(section + 16)) {
        return bytes.readUInt32LE(section + 20) + address - start;
      }
    }
    throw new Error(`no section of the executable contains the address ${address}`);
  };
  const address = bytes.readUInt32LE(optional + 112 + RESOURCES * 8);
  if (address === 0) return { format, blob: undefined };
  const root = offsetOf(address);
  const kind = findEntry(bytes, root, root, RCDATA);
  const resource = kind && findEntry(bytes, root, kind, BLOB_NAME);
  const language = resource && findEntry(bytes, root, resource, undefined);
  if (language === undefined) return { format, blob: undefined };
  const offset = offsetOf(bytes.readUInt32LE(language));
  return { format, blob: cut(bytes, offset, bytes.readUInt32LE(language + 4)) };
}

/**
 * The target of an entry of a resource directory.
 * @param wanted - a number or a name; undefined for the first entry
 */
function findEntry(
  bytes: Buffer,
  root: number,
  directory: number,
  wanted: number | string | undefined,
): number | undefined {
  const entries = bytes.readUInt16LE(directory + 12) + bytes.readUInt16LE(directory + 14);
  for (let index = 0; index < entries; index += 1) {
    const entry = directory + 16 + index * 8;
    if (wanted !== undefined && readKey(bytes, root, bytes.readUInt32LE(entry)) !== wanted) continue;
    const target = bytes.readUInt32LE(entry + 4);
    return root + (target >= HIGH_BIT ? target - HIGH_BIT : target);
  }
  return undefined;
}

function readKey(bytes: Buffer, root: number, key: number): number | string {
  if (key < HIGH_BIT) return key;
  const at = root + key - HIGH_BIT;
  return bytes.toString('utf16le', at + 2, at + 2 + 2 * bytes.readUInt16LE(at));
}
