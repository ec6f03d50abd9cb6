// GET …/read: a whole version to read, its atoms in reading order.
import type { TextLevel } from '@prime-registry/atoms';
import { ROUTES } from '@prime-registry/protocol';
import {
  divideReading,
  Html,
  html,
  type Reading,
  type ReadingAtom,
  renderReading,
  renderReadingPage,
} from '@prime-registry/web';
import { clientKey } from '../../../http/requests/client-key.ts';
import { sendPage } from '../../../http/responses/send-page.ts';
import { DocumentQuerySchema, readTextLevel } from '../../documents/document-request.ts';
import { inQuery, VersionParamsSchema } from '../../responses.ts';
import type { Route } from '../../route.ts';
import type { Needs } from '../../route-deps.ts';
import { describeComing } from '../page-route.ts';
import { readPart, type ShownPart } from '../read-head.ts';
import { useRows } from '../version-rows.ts';

/** A page counts as one read for each of this many atoms, if its texts are not in memory. */
const ATOMS_OF_A_READ = 50;
/** Up to this length of all texts, in characters, even a hostile table takes some milliseconds. */
const SHORT_LENGTH = 2048;
/** Texts that the store reads at once. */
const TEXTS_AT_ONCE = 200;

type ReadingNeeds = 'store' | 'mirror' | 'pageCache' | 'tasks' | 'reading' | 'isPrivate';

export const readingPage: Route<ReadingNeeds> = {
  path: ROUTES.readingPage,
  weight: 'heavy',
  isPage: true,
  schema: describeComing('readingPage', 'All atoms of a version, to read and to print', {
    params: VersionParamsSchema,
    querystring: inQuery({
      text: {
        ...DocumentQuerySchema.properties.text,
        description: 'The length of the texts; core by default.',
      },
      part: { type: 'string', description: 'A part of a long version, from 1.' },
    }),
  }),
  async handle(deps, request, reply) {
    const level = readTextLevel(request);
    const shown = await readPart(deps, request, reply);
    if (shown === undefined) return reply;
    const { head, key } = shown;
    const reading = await deps.pageCache.readings.getOrLoad(key, () =>
      readReading(deps, shown, clientKey(request)),
    );
    const parts = divideReading(reading, level);
    const { part: asked } = request.query as { part?: unknown };
    const wanted = typeof asked === 'string' && /^[1-9]\d{0,4}$/.test(asked) ? Number(asked) : 1;
    const part = Math.min(wanted, parts.length);
    const atoms = parts[part - 1] ?? [];
    const place = `${key} ${level} ${part}`;
    if (deps.pageCache.readTexts.get(place) === undefined)
      deps.reading.countReads(request, reply, Math.floor(atoms.length / ATOMS_OF_A_READ));
    const texts = await deps.pageCache.readTexts.getOrLoad(place, async () =>
      renderReading(head.record, atoms, await renderTexts(deps, shown, { atoms, level }, clientKey(request))),
    );
    const page = renderReadingPage({ head, reading, level, parts, part, texts });
    return sendPage(reply, page, deps.isPrivate);
  },
};

/** The atoms of a version in reading order, without texts. */
function readReading(
  { store, tasks }: Needs<'store' | 'tasks'>,
  { subject, key }: ShownPart,
  client: string,
): Promise<Reading> {
  return useRows(
    () => store.readGraphRows(subject.name.full, subject.version),
    (rows, isSmall) =>
      tasks.use('orderReading', undefined, { subject: key, key: client, isSmall }, async (call) => {
        for await (const batch of rows) await call('add', batch);
        return call('finish');
      }),
  );
}

/** The texts of some atoms, in their order. */
async function renderTexts(
  { store, tasks }: Needs<'store' | 'tasks'>,
  { subject, key: inventory }: ShownPart,
  { atoms, level }: { readonly atoms: readonly ReadingAtom[]; readonly level: TextLevel },
  key: string,
): Promise<{ readonly html: Html; readonly isCut: boolean }[]> {
  if (level === 'summary') return atoms.map(() => ({ html: html``, isCut: false }));
  const texts = new Map<string, string>();
  for (let at = 0; at < atoms.length; at += TEXTS_AT_ONCE) {
    const ids = atoms.slice(at, at + TEXTS_AT_ONCE).map(({ id }) => id);
    for (const [id, text] of await store.readTexts(subject.name.full, subject.version, ids, level))
      texts.set(id, text);
  }
  // Names of atoms have no upper case, so no id of a text is that of another atom.
  const given = atoms.map(({ id, anchor, description, label }) => ({
    ...{ description, label, idPrefix: `${anchor}-T-` },
    text: texts.get(id) ?? '',
  }));
  const length = given.reduce((sum, { text }) => sum + text.length, 0);
  const use = {
    subject: `reading ${inventory} ${level} ${atoms[0]?.id}`,
    key,
    isSmall: length <= SHORT_LENGTH,
  };
  const rendered = await tasks.use('renderReading', undefined, use, (call) => call('render', given));
  return rendered.map((each) => ({ html: new Html(each.html), isCut: each.isCut }));
}
