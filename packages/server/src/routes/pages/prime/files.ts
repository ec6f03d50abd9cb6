// GET …/files and …/files/…: the files of a version, and the text of one.
import { RegistryError, ROUTES } from '@prime-registry/protocol';
import type { VersionRecord } from '@prime-registry/store';
import { renderFilesPage, renderFileTextPage } from '@prime-registry/web';
import { sendPage } from '../../../http/responses/send-page.ts';
import { decodeText } from '../../../tasks/files/decode-text.ts';
import { listPacked, type PackedNeeds, readPacked } from '../../files/open-packed.ts';
import { FileParamsSchema, VersionParamsSchema } from '../../responses.ts';
import type { Route } from '../../route.ts';
import { describeComing } from '../page-route.ts';
import { readPart } from '../read-head.ts';

type FileNeeds = PackedNeeds | 'isPrivate';

export const filesPage: Route<FileNeeds> = {
  path: ROUTES.filesPage,
  weight: 'heavy',
  isPage: true,
  schema: describeComing('filesPage', 'The files of a version', { params: VersionParamsSchema }),
  async handle(deps, request, reply) {
    const part = await readPart(deps, request, reply);
    if (part === undefined) return reply;
    const { head, record, subject } = part;
    const files = await listPacked(deps, request, reply, { ...subject, record });
    return sendPage(reply, renderFilesPage({ head, files }), deps.isPrivate);
  },
};

export const fileTextPage: Route<FileNeeds> = {
  path: ROUTES.fileTextPage,
  weight: 'heavy',
  isPage: true,
  schema: describeComing('fileTextPage', 'A file of a version, as text', {
    params: FileParamsSchema,
  }),
  async handle(deps, request, reply) {
    const part = await readPart(deps, request, reply);
    if (part === undefined) return reply;
    const { head, record, subject } = part;
    const path = String((request.params as { '*'?: string })['*']);
    const packed = { ...subject, record };
    // A path that the list lacks costs no other pass, unless the list is cut.
    const list = await listPacked(deps, request, reply, packed);
    const listed = list?.files.find((each) => each.path === path);
    if (listed === undefined && list?.files.length === list?.count) throw noSuchFile(record);
    const file = await readPacked(deps, request, reply, packed, path);
    if (file === undefined) throw noSuchFile(record);
    const { sizeBytes, bytes } = file;
    const text = bytes && decodeText(bytes);
    const page = renderFileTextPage({ head, path, sizeBytes, text, picture: listed?.picture });
    return sendPage(reply, page, deps.isPrivate);
  },
};

function noSuchFile({ name, version }: VersionRecord): RegistryError {
  return new RegistryError('not_found', { detail: `${name} ${version} has no file with this path.` });
}
