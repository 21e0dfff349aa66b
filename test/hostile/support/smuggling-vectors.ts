/** What the attacker wants to be read as the beginning of somebody else's request. */
export const SMUGGLED = 'GET /v4/regions/smuggled HTTP/1.1\r\nHost: localhost\r\nX-Ignore: X';

const HEX = SMUGGLED.length.toString(16);
const CHUNKED = `${HEX}\r\n${SMUGGLED}\r\n0\r\n\r\n`;
/** Ends at once for who reads chunks; the rest is what is smuggled. */
const EMPTY_CHUNKS = `0\r\n\r\n${SMUGGLED}`;

const head = (token: string, ...lines: string[]) =>
  ['POST /v4/vpcs HTTP/1.1', 'Host: localhost', `Authorization: Bearer ${token}`, ...lines, '', ''].join(
    '\r\n',
  );

type Vector = (token: string) => string;

const te =
  (line: string, body = EMPTY_CHUNKS): Vector =>
  (token) =>
    head(token, `Content-Length: ${body.length}`, line) + body;
const cl =
  (length: number | string, ...lines: string[]): Vector =>
  (token) =>
    head(token, ...lines, `Content-Length: ${length}`) + EMPTY_CHUNKS;

/** Requests whose end two parsers may see in two places (RFC 9112 section 11.2), by the name they are known by. */
export const VECTORS: Readonly<Record<string, Vector>> = {
  'CL.TE': te('Transfer-Encoding: chunked'),
  'TE.CL': cl(4, 'Transfer-Encoding: chunked'),
  'TE.CL, the chunk holds it': (token) =>
    head(token, 'Content-Length: 4', 'Transfer-Encoding: chunked') + CHUNKED,
  'TE.TE, the second unknown': te('Transfer-Encoding: chunked\r\nTransfer-Encoding: x'),
  'TE.TE, the first unknown': te('Transfer-Encoding: x\r\nTransfer-Encoding: chunked'),
  'TE.TE, identity': te('Transfer-Encoding: chunked\r\nTransfer-Encoding: identity'),
  'TE not last': te('Transfer-Encoding: chunked, identity'),
  'TE xchunked': te('Transfer-Encoding: xchunked'),
  'TE quoted': te('Transfer-Encoding: "chunked"'),
  'TE upper case': te('TRANSFER-ENCODING: CHUNKED'),
  'TE with a space before the colon': te('Transfer-Encoding : chunked'),
  'TE with a tab before the value': te('Transfer-Encoding:\tchunked'),
  'TE with a vertical tab': te('Transfer-Encoding:\x0bchunked'),
  'TE with a control in its name': te('Transfer-Encoding\x01: chunked'),
  'TE with a NUL in its value': te('Transfer-Encoding: chunked\0'),
  'TE with an underscore': te('Transfer_Encoding: chunked'),
  'TE folded': te('Transfer-Encoding:\r\n chunked'),
  'TE in a folded line': te('X: x\r\n Transfer-Encoding: chunked'),
  'TE after a bare LF': te('X: x\nTransfer-Encoding: chunked'),
  'TE after a bare CR': te('X: x\rTransfer-Encoding: chunked'),
  'TE with a Latin-1 space': te('Transfer-Encoding:\xa0chunked'),
  'TE of HTTP/1.0': (token) => te('Transfer-Encoding: chunked')(token).replace('HTTP/1.1', 'HTTP/1.0'),
  'TE hidden by Connection': te('Connection: Transfer-Encoding\r\nTransfer-Encoding: chunked'),
  'CL hidden by Connection': (token) =>
    head(token, 'Connection: Content-Length', `Content-Length: ${SMUGGLED.length}`) + SMUGGLED,
  'CL.CL': cl(EMPTY_CHUNKS.length, 'Content-Length: 0'),
  'CL.CL, the longer first': cl(0, `Content-Length: ${EMPTY_CHUNKS.length}`),
  'CL list': cl(`0, ${EMPTY_CHUNKS.length}`),
  'CL with a plus': cl(`+${EMPTY_CHUNKS.length}`),
  'CL negative': cl(-1),
  'CL hexadecimal': cl(`0x${EMPTY_CHUNKS.length.toString(16)}`),
  'CL with a leading zero': cl(`0${EMPTY_CHUNKS.length}`),
  'CL with a space in it': cl('4 4'),
  'CL too large': cl('18446744073709551617'),
  'CL with a space before the colon': (token) =>
    head(token, `Content-Length : ${SMUGGLED.length}`) + SMUGGLED,
  'CL after a bare LF': (token) => head(token, `X: x\nContent-Length: ${SMUGGLED.length}`) + SMUGGLED,
  'CL folded': (token) => head(token, `Content-Length:\r\n ${SMUGGLED.length}`) + SMUGGLED,
  'GET with a body': (token) =>
    head(token, `Content-Length: ${SMUGGLED.length}`).replace('POST', 'GET') + SMUGGLED,
  'DELETE with chunks': (token) =>
    head(token, 'Transfer-Encoding: chunked').replace('POST', 'DELETE') + CHUNKED + SMUGGLED,
  'HEAD with a body': (token) =>
    head(token, `Content-Length: ${SMUGGLED.length}`).replace('POST', 'HEAD') + SMUGGLED,
  'chunk extension': (token) => head(token, 'Transfer-Encoding: chunked') + `0;x="\r\n\r\n${SMUGGLED}`,
  'chunk extension with a bare LF': (token) =>
    head(token, 'Transfer-Encoding: chunked') + `2;x\nxx\r\n${HEX}\r\n${SMUGGLED}\r\n0\r\n\r\n`,
  'chunk size with a bare LF': (token) =>
    head(token, 'Transfer-Encoding: chunked') + `2\nxx\n0\n\n${SMUGGLED}`,
  'chunk size too large': (token) =>
    head(token, 'Transfer-Encoding: chunked') + `10000000000000000\r\n${SMUGGLED}`,
  'chunk size with 0x': (token) => head(token, 'Transfer-Encoding: chunked') + `0x0\r\n\r\n${SMUGGLED}`,
  'chunk size negative': (token) => head(token, 'Transfer-Encoding: chunked') + `-1\r\n${SMUGGLED}`,
  'chunk without its end': (token) =>
    head(token, 'Transfer-Encoding: chunked') + `2\r\n{}${SMUGGLED}\r\n0\r\n\r\n`,
  'trailers that say more': (token) =>
    head(token, 'Transfer-Encoding: chunked') + `0\r\nContent-Length: 99\r\n\r\n${SMUGGLED}`,
  'absolute form': (token) =>
    te('Transfer-Encoding: chunked')(token).replace('/v4/vpcs', 'http://elsewhere.example/v4/vpcs'),
  'a bare LF in the request line': (token) => head(token).replace(' HTTP/1.1', '\nX: HTTP/1.1') + SMUGGLED,
  'a space in the path': (token) => head(token).replace('/v4/vpcs', '/v4/vpcs HTTP/1.1\r\nX: x') + SMUGGLED,
  'a CRLF in the path, encoded': (token) =>
    head(token).replace('/v4/vpcs', '/v4/vpcs%20HTTP/1.1%0d%0aX:%20x') + SMUGGLED,
  'HTTP/0.9': (token) => head(token).replace(' HTTP/1.1', '') + SMUGGLED,
  'Upgrade to h2c': (token) =>
    head(token, 'Connection: Upgrade, HTTP2-Settings', 'Upgrade: h2c', 'HTTP2-Settings: AAMAAABk') + SMUGGLED,
  'Upgrade to websocket': (token) =>
    head(token, 'Connection: Upgrade', 'Upgrade: websocket').replace('POST', 'GET') + SMUGGLED,
  'Expect, the body sent at once': (token) =>
    head(token, 'Expect: 100-continue', `Content-Length: ${SMUGGLED.length}`) + SMUGGLED,
  'Expect of something else': (token) =>
    head(token, 'Expect: x 100-continue', `Content-Length: ${SMUGGLED.length}`) + SMUGGLED,
  'refused before its body': () => head('x', `Content-Length: ${SMUGGLED.length}`) + SMUGGLED,
};
