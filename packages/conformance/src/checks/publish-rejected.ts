// Publishes that do not match the manifest schema (contract section 4.1, 400): only those that any schema
// must reject.
import { type Check, type CheckContext, ofContract, type Rule } from '../check.ts';
import { expectRejected, expectStatus } from '../expectations/expect.ts';
import { formOf, makeRelease, manifestPart, tarballFor, tarballPart, yamlOf } from '../fixtures/fixture.ts';
import { isAccepted } from '../http/exchange.ts';
import { manifestPath } from '../http/paths.ts';
import { Unmet } from '../outcome.ts';

type Fields = Readonly<Record<string, unknown>>;

/** One manifest that must be answered with 400. Adding a row adds a check. */
interface BadManifest extends Omit<Rule, 'run'> {
  /** The text to send, made from the fields of a good manifest. */
  readonly text: (good: Fields) => string;
}

const badManifests: readonly BadManifest[] = [
  {
    id: 'publish.manifest-not-yaml',
    title: 'A manifest that is not YAML answers 400',
    text: (good) => `${yamlOf(good)}tags: [unclosed\n"half a string\n`,
  },
  {
    id: 'publish.manifest-not-mapping',
    title: 'A manifest that is a list and not a mapping answers 400',
    text: (good) => `- ${JSON.stringify(good.name)}\n- ${JSON.stringify(good.version)}\n`,
  },
  {
    id: 'publish.manifest-empty',
    title: 'An empty manifest answers 400',
    text: () => '',
  },
  {
    id: 'publish.manifest-without-name',
    title: 'A manifest without a name answers 400',
    text: ({ name: _, ...rest }) => yamlOf(rest),
  },
  {
    id: 'publish.manifest-without-version',
    title: 'A manifest without a version answers 400',
    text: ({ version: _, ...rest }) => yamlOf(rest),
  },
  {
    id: 'publish.manifest-name-type',
    section: '2',
    title: 'A manifest whose name is a list answers 400',
    text: (good) => yamlOf({ ...good, name: [good.name] }),
  },
  {
    id: 'publish.manifest-name-form',
    section: '2',
    title: 'A manifest whose name has no scope answers 400',
    text: (good) => yamlOf({ ...good, name: String(good.name).split('/')[1] }),
  },
  {
    id: 'publish.manifest-atoms-type',
    section: '2',
    title: 'A manifest whose atoms are a word and not an integer answers 400',
    level: 'recommended',
    text: (good) => yamlOf({ ...good, atoms: 'several' }),
  },
  {
    id: 'publish.manifest-namespaces-form',
    section: '2',
    title: 'A manifest with a namespace that does not begin with @ answers 400',
    level: 'recommended',
    text: (good) => yamlOf({ ...good, namespaces: ['conformance'] }),
  },
];

async function publishBad({ session }: CheckContext, id: string, text: BadManifest['text']): Promise<void> {
  const good = makeRelease(session.newName('rejected'), '1.0.0');
  const bad = text({ ...good.fields });
  // The pack.yaml in the tarball has the same text, so that a registry that compares the two finds no other
  // fault.
  const parts = [manifestPart(bad), tarballPart(tarballFor(bad, good.fields.atoms))];
  const remark = id.replace('publish.', '').replaceAll('-', ' ');
  expectStatus(await session.publish(parts, { remark }), 400);
}

export const rejectedPublishChecks: readonly Check[] = ofContract('4.1', [
  ...badManifests.map(
    ({ text, ...rule }): Rule => ({ ...rule, run: (context) => publishBad(context, rule.id, text) }),
  ),
  {
    id: 'publish.without-manifest',
    title: 'A form without a manifest part answers 400',
    run: async ({ session }) => {
      const { tarball } = makeRelease(session.newName('rejected'), '1.0.0');
      expectStatus(await session.publish([tarballPart(tarball)], { remark: 'no manifest part' }), 400);
    },
  },
  {
    id: 'publish.without-tarball',
    title: 'A form without a tarball part is not accepted',
    run: async ({ session }) => {
      const { manifestText } = makeRelease(session.newName('rejected'), '1.0.0');
      const exchange = await session.publish([manifestPart(manifestText)], { remark: 'no tarball part' });
      expectRejected(exchange);
    },
  },
  {
    id: 'publish.rejected-leaves-nothing',
    section: '4.3',
    title: 'After a rejected publish the version is a 404, and a good publish of it answers 201',
    run: async ({ session }) => {
      const release = makeRelease(session.newName('retried'), '1.0.0');
      const rejected = await session.publish([manifestPart(release.manifestText)], {
        remark: 'no tarball part',
      });
      if (isAccepted(rejected)) throw new Unmet('a publish without a tarball was accepted');
      expectStatus(await session.read(manifestPath(release)), 404);
      expectStatus(await session.publish(formOf(release)), 201);
    },
  },
]);
