// Tar programs that unpack to disk. A shell runs one after the other for a whole batch. Extended attributes
// are left out: not every file system has them, and they are no part of a Prime.
import { createHash } from 'node:crypto';
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { ReadItem, Reading } from '../reading.ts';
import type { ArchiveFile, MissingReader, Reader } from './reader.ts';
import { findFirstLine, runProgram } from './run-program.ts';

const PROGRAMS = [
  { name: 'GNU tar', command: 'tar', version: ['tar', '--version'], mark: 'GNU tar' },
  {
    name: 'bsdtar',
    command: 'bsdtar --no-xattrs --no-acls --no-fflags',
    version: ['bsdtar', '--version'],
    mark: 'bsdtar',
  },
  { name: 'BusyBox tar', command: 'busybox tar', version: ['busybox', '--help'], mark: 'BusyBox' },
] as const;

/** The tar programs of this machine. */
export function findTarPrograms(): (Reader | MissingReader)[] {
  return PROGRAMS.map(({ name, command, version: [program, option], mark }) => {
    const version = findFirstLine(program, [option]);
    if (version?.includes(mark) !== true) return { name, reason: `'${program}' is not ${name} here` };
    return treeReader(version, command, name.replaceAll(' ', '-'));
  });
}

function treeReader(name: string, command: string, label: string): Reader {
  const read = async (folder: string, files: readonly ArchiveFile[]): Promise<Reading[]> => {
    const script = files.map(({ name: file }) => {
      const target = join(folder, `${label}-${file}`);
      mkdirSync(target);
      const option = file.endsWith('.gz') ? '-xzf' : '-xf';
      return `${command} ${option} '${folder}/${file}' -C '${target}' 2>'${target}.errors'; echo $?`;
    });
    const scriptFile = join(folder, `${label}.sh`);
    writeFileSync(scriptFile, `${script.join('\n')}\n`);
    const codes = (await runProgram('sh', [scriptFile])).trim().split('\n');
    return files.map(({ name: file }, index) => {
      const target = join(folder, `${label}-${file}`);
      if (codes[index] === '0') return { entries: listTree(target, '') };
      return { failure: `exit code ${codes[index]}: ${readFileSync(`${target}.errors`, 'utf8')}` };
    });
  };
  return { name, isTree: true, read, close: () => undefined };
}

function listTree(root: string, folder: string): ReadItem[] {
  return readdirSync(join(root, folder), { withFileTypes: true }).flatMap((item) => {
    const path = folder === '' ? item.name : `${folder}/${item.name}`;
    if (item.isDirectory()) {
      return [{ path, kind: 'folder', sizeBytes: 0, sha256: '' }, ...listTree(root, path)];
    }
    if (!item.isFile()) return [{ path, kind: 'something else', sizeBytes: 0, sha256: '' }];
    const bytes = readFileSync(join(root, path));
    const sha256 = createHash('sha256').update(bytes).digest('hex');
    return [{ path, kind: 'file', sizeBytes: bytes.length, sha256 }];
  });
}
