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
  /** Its folder. */
  readonly folder: string;
}

/** The packages that modules belong to, sorted by name and version. @param modules - absolute paths */
export function listThirdPartyPackages(modules: readonly string[]): ThirdPartyPackage[] {
  const folders = new Set(modules.map(findPackageFolder).filter((folder) => folder !== undefined));
  const packages = new Map<string, ThirdPartyPackage>();
  for (const folder of folders) {
    const { name, version, license } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'));
    if (typeof license !== 'string') throw new Error(`${folder} states no license`);
    packages.set(`${name}@${version}`, { name, version, license, folder });
  }
  return [...packages].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, each]) => each);
}

/** The text of THIRD-PARTY-LICENSES.txt; empty without third-party code. */
export function describeThirdPartyLicenses(packages: readonly ThirdPartyPackage[]): string {
  return packages.map(describe).join('\n');
}

function describe({ name, version, license, folder }: ThirdPartyPackage): string {
  const files = readdirSync(folder)
    .filter((file) => LICENSE_FILE.test(file) && !/\.[cm]?[jt]s$/.test(file))
    .sort();
  const texts = files.map((file) => readFileSync(join(folder, file), 'utf8').replaceAll('\r\n', '\n').trim());
  const text = texts.length > 0 ? texts.join('\n\n') : 'The package contains no copy of its licence.';
  return `${LINE}\n${name} ${version}\nLicence: ${license}\n${LINE}\n\n${text}\n`;
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
