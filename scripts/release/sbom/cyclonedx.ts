// A software bill of materials in JSON (CycloneDX 1.6, ECMA-424). The same contents give the same bytes.
import { createHash } from 'node:crypto';

/** Something that a release contains or needs. */
export interface Component {
  readonly type: 'application' | 'library' | 'container' | 'file';
  /** With its scope, such as `@acme/x`. */
  readonly name: string;
  readonly version: string;
  /** Package URL without version and qualifiers, such as `pkg:npm/%40acme/x`. */
  readonly packageUrl: string;
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
  /** Who needs whom, by {@link refOf}. */
  readonly requires: ReadonlyMap<string, readonly string[]>;
  readonly commit: string | undefined;
  /** Time of the commit, in seconds since 1970. */
  readonly epochSeconds: number;
}

/** The name of a component within a bill: its package URL. */
export function refOf({ packageUrl, version }: Component): string {
  return `${packageUrl}@${encodeURIComponent(version)}`;
}

/** The text of a bill. */
export function describeBill({ subject, components, requires, commit, epochSeconds }: Bill): string {
  const sorted = new Map(components.map((component) => [refOf(component), component]));
  const refs = [...sorted.keys()].sort();
  const content = {
    metadata: {
      timestamp: new Date(epochSeconds * 1000).toISOString().replace('.000Z', 'Z'),
      lifecycles: [{ phase: 'build' }],
      component: describeComponent(subject),
      ...(commit !== undefined && { properties: [{ name: 'prime-registry:commit', value: commit }] }),
    },
    components: refs.flatMap((ref) => describeComponent(sorted.get(ref) ?? subject)),
    dependencies: [refOf(subject), ...refs].map((ref) => ({
      ref,
      dependsOn: [...new Set(requires.get(ref) ?? [])].sort(),
    })),
    compositions: [{ aggregate: 'complete', assemblies: [refOf(subject)] }],
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
  const { type, name, version, description, license, hashes, scope } = component;
  const [, group, short = name] = /^(@[^/]+)\/(.+)$/.exec(name) ?? [];
  return {
    type,
    'bom-ref': refOf(component),
    group,
    name: short,
    version,
    description,
    scope,
    hashes,
    licenses: license === undefined ? undefined : [describeLicense(license)],
    purl: refOf(component),
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
