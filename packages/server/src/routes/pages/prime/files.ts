// GET …/files and …/files/…: the files of a version, and the text of one.
import { RegistryError, ROUTES } from '@prime-registry/protocol';
import type { VersionRecord } from '@prime-registry/store';
import { renderFilesPage, renderFileTextPage } from '@prime-registry/web';
import { clientKey } from '../../../http/requests/client-key.ts';
import { sendPage } from '../../../http/responses/send-page.ts';
import { decodeText } from '../../../tasks/files/decode-text.ts';
import { countPass } from '../../files/count-pass.ts';
import { openPacked } from '../../files/open-packed.ts';
import { FileParamsSchema, VersionParamsSchema } from '../../responses.ts';
import type { Route } from '../../route.ts';
import { describeComing } from '../page-route.ts';
import { readPart } from '../read-head.ts';

type FileNeeds = 'store' | 'blobs' | 'mirror' | 'packedFiles' | 'reading' | 'isPrivate';

export const filesPage: Route<FileNeeds> = {
  path: ROUTES.filesPage,
  weight: 'heavy',
  isPage: true,
  schema: describeComing('filesPage', 'The files of a version', { params: VersionParamsSchema }),
  async handle(deps, request, reply) {
    const part = await readPart(deps, request, reply);
    if (part === undefined) return reply;
    const { head, record, subject } = part;
    if (!deps.packedFiles.hasList(record.sha256)) countPass(deps, request, reply, record.sizeBytes);
    const packed = openPacked(deps, { ...subject, record }, clientKey(request));
    const files = await deps.packedFiles.listFiles(packed);
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
    const { packedFiles } = deps;
    if (!packedFiles.hasList(record.sha256)) countPass(deps, request, reply, record.sizeBytes);
    const packed = openPacked(deps, { ...subject, record }, clientKey(request));
    // A path that the list lacks costs no other pass, unless the list is cut.
    const list = await packedFiles.listFiles(packed);
    const listed = list?.files.find((each) => each.path === path);
    if (listed === undefined && list?.files.length === list?.count) throw noSuchFile(record);
    if (!packedFiles.hasFile(record.sha256, path)) countPass(deps, request, reply, record.sizeBytes);
    const file = await packedFiles.readFile(packed, path);
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
