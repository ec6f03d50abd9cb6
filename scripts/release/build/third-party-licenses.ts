// The licences of the third-party code in a bundle, in one text. Most of them require that.
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join, sep } from 'node:path';

const LICENSE_FILE = /^(?:licen[cs]e|copying|notice|third[-_]?party)/i;
const LINE = '-'.repeat(80);

/** A package of third parties. */
export interface ThirdPartyPackage {
  readonly name: string;
  readonly version: string;
  /** An SPDX expression, as its package.json states. */
  readonly license: string;
  /** Whom its package.json names; empty if nobody. */
  readonly author: string;
  /** Its folder. */
  readonly folder: string;
}

/** The packages that modules belong to, sorted by name and version. @param modules - absolute paths */
export function listThirdPartyPackages(modules: readonly string[]): ThirdPartyPackage[] {
  const folders = new Set(modules.map(findPackageFolder).filter((folder) => folder !== undefined));
  const packages = new Map<string, ThirdPartyPackage>();
  for (const folder of folders) {
    const manifest = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'));
    const { name, version, license, author = '' } = manifest;
    if (typeof license !== 'string') throw new Error(`${folder} states no license`);
    packages.set(`${name}@${version}`, { name, version, license, author: nameOf(author), folder });
  }
  return [...packages].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, each]) => each);
}

/** The text of THIRD-PARTY-LICENSES.txt; empty without third-party code. */
export function describeThirdPartyLicenses(packages: readonly ThirdPartyPackage[]): string {
  return packages.map(describe).join('\n');
}

function describe({ name, version, license, author, folder }: ThirdPartyPackage): string {
  const files = readdirSync(folder)
    .filter((file) => LICENSE_FILE.test(file) && !/\.[cm]?[jt]s$/.test(file))
    .sort();
  const texts = files.map((file) => readFileSync(join(folder, file), 'utf8').replaceAll('\r\n', '\n').trim());
  const text = texts.length > 0 ? texts.join('\n\n') : readLicenseSection(folder, author);
  return `${LINE}\n${name} ${version}\nLicence: ${license}\n${LINE}\n\n${text}\n`;
}

/** Without a file of its own, a licence is often the last section of the README. */
function readLicenseSection(folder: string, author: string): string {
  const readme = readdirSync(folder).find((file) => /^readme(?:\.md)?$/i.test(file));
  const text = readme === undefined ? '' : readFileSync(join(folder, readme), 'utf8');
  const section = /^#+ *licen[cs]e.*\n([\s\S]*)/im.exec(text)?.[1]?.split(/^#/m)[0]?.trim() ?? '';
  return `The package contains no file with its licence. Author: ${author}\n${section && `Its README says:\n\n${section}`}`.trim();
}

/** A person in a package.json: text, or an object with a name. */
function nameOf(author: string | { readonly name?: string }): string {
  return typeof author === 'string' ? author : (author.name ?? '');
}

/** The folder of the package in `node_modules` that contains a module; undefined for code of the workspace. */
function findPackageFolder(path: string): string | undefined {
  const mark = `${sep}node_modules${sep}`;
  const at = path.lastIndexOf(mark);
  if (at === -1) return undefined;
  const start = at + mark.length;
  const [first = '', second = ''] = path.slice(start).split(sep);
  const folder = path.slice(0, start) + (first.startsWith('@') ? join(first, second) : first);
  return existsSync(join(folder, 'package.json')) ? folder : undefined;
}
