// A software bill of materials in JSON (CycloneDX 1.6, ECMA-424). The same contents give the same bytes.
import { createHash } from 'node:crypto';

/** Something that a release contains or needs. */
export interface Component {
  readonly type: 'application' | 'library' | 'container' | 'platform';
  /** With its scope, such as `@acme/x`. */
  readonly name: string;
  readonly version: string;
  /** Package URL with version, such as `pkg:npm/%40acme/x@1.0.0`. Also its name within the bill. */
  readonly packageUrl: string;
  /** The name in databases of vulnerabilities (NISTIR 7695), where these do not use package URLs. */
  readonly cpe?: string;
  /** An SPDX expression; undefined if it is not stated. */
  readonly license?: string | undefined;
  readonly description?: string;
  /** Digests in hexadecimal digits. */
  readonly hashes?: readonly { readonly alg: 'SHA-256' | 'SHA-512'; readonly content: string }[];
  /** `excluded`: needed, but not inside. */
  readonly scope?: 'required' | 'optional' | 'excluded';
}

/** What a bill says. */
export interface Bill {
  /** What the bill is of. */
  readonly subject: Component;
  /** Everything inside or needed. */
  readonly components: readonly Component[];
  /** Who needs whom, by package URL. */
  readonly requires: ReadonlyMap<string, readonly string[]>;
  readonly commit: string | undefined;
  /** Time of the commit, in seconds since 1970. */
  readonly epochSeconds: number;
}

/** The text of a bill. */
export function describeBill({ subject, components, requires, commit, epochSeconds }: Bill): string {
  const sorted = new Map(components.map((component) => [component.packageUrl, component]));
  const refs = [...sorted.keys()].sort();
  const content = {
    metadata: {
      timestamp: new Date(epochSeconds * 1000).toISOString().replace('.000Z', 'Z'),
      lifecycles: [{ phase: 'build' }],
      component: describeComponent(subject),
      ...(commit !== undefined && { properties: [{ name: 'prime-registry:commit', value: commit }] }),
    },
    components: refs.flatMap((ref) => describeComponent(sorted.get(ref) ?? subject)),
    dependencies: [subject.packageUrl, ...refs].map((ref) => ({
      ref,
      dependsOn: [...new Set(requires.get(ref) ?? [])].sort(),
    })),
    compositions: [{ aggregate: 'complete', assemblies: [subject.packageUrl] }],
  };
  const bill = {
    $schema: 'http://cyclonedx.org/schema/bom-1.6.schema.json',
    bomFormat: 'CycloneDX',
    specVersion: '1.6',
    serialNumber: `urn:uuid:${uuidOf(JSON.stringify(content))}`,
    version: 1,
    ...content,
  };
  return `${JSON.stringify(bill, undefined, 2)}\n`;
}

function describeComponent(component: Component) {
  const { type, name, version, description, license, hashes, scope, packageUrl, cpe } = component;
  const [, group, short = name] = /^(@[^/]+)\/(.+)$/.exec(name) ?? [];
  return {
    type,
    'bom-ref': packageUrl,
    group,
    name: short,
    version,
    description,
    scope,
    hashes,
    licenses: license === undefined ? undefined : [describeLicense(license)],
    cpe,
    purl: packageUrl,
  };
}

function describeLicense(license: string) {
  if (/^[\w.+-]+$/.test(license) && license !== 'UNLICENSED') return { license: { id: license } };
  if (/^\(?[\w.+-]+(?: (?:OR|AND|WITH) .+)?$/.test(license) && license !== 'UNLICENSED')
    return { expression: license };
  return { license: { name: license } };
}

/** A UUID of version 8 (RFC 9562): the digest of the contents, not chance. */
function uuidOf(text: string): string {
  const digest = createHash('sha256').update(text).digest();
  digest[6] = ((digest[6] ?? 0) & 0x0f) | 0x80;
  digest[8] = ((digest[8] ?? 0) & 0x3f) | 0x80;
  const hex = digest.toString('hex');
  return [hex.slice(0, 8), hex.slice(8, 12), hex.slice(12, 16), hex.slice(16, 20), hex.slice(20, 32)].join(
    '-',
  );
}
