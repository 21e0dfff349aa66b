import fc from 'fast-check';
import type { AttackTarget } from './attack-target.js';

/** Requests as they should be, of every way in which HTTP frames one. */
export function validRequests({ token, params }: AttackTarget): Buffer[] {
  const caller = `Host: localhost\r\nAuthorization: Bearer ${token}`;
  const vpc = '{"label":"net","region":"us-east"}';
  const form =
    'grant_type=authorization_code&code=x&client_id=y&client_secret=z&redirect_uri=https%3A%2F%2Fa.example';
  const part = '--b\r\nContent-Disposition: form-data; name="code"\r\n\r\nx\r\n--b--\r\n';
  return [
    `GET /v4/vpcs?page=1&page_size=25 HTTP/1.1\r\n${caller}\r\nX-Filter: {"label":{"+contains":"n"}}\r\n\r\n`,
    `GET /v4/images/private%2F1 HTTP/1.1\r\n${caller}\r\n\r\n`,
    `HEAD /v4/domains HTTP/1.1\r\n${caller}\r\n\r\n`,
    `OPTIONS /v4/domains HTTP/1.1\r\nHost: localhost\r\nOrigin: https://a.example\r\n\r\n`,
    `POST /v4/vpcs HTTP/1.1\r\n${caller}\r\nContent-Type: application/json\r\nContent-Length: ${vpc.length}\r\n\r\n${vpc}`,
    `PUT /v4/vpcs/${params.vpcId} HTTP/1.1\r\n${caller}\r\nContent-Type: application/json\r\nTransfer-Encoding: chunked\r\n\r\n` +
      `5\r\n{"lab\r\n9;x=y\r\nel":"a"} \r\n0\r\nTrailer: x\r\n\r\n`,
    `POST /v4/domains HTTP/1.0\r\n${caller}\r\nContent-Length: 2\r\n\r\n{}`,
    `DELETE /v4/profile/phone-number HTTP/1.1\r\n${caller}\r\nConnection: close\r\n\r\n`,
    `PUT /image-uploads/${params.address} HTTP/1.1\r\nHost: localhost\r\nExpect: 100-continue\r\nContent-Length: 4\r\n\r\n\x1f\x8b\x08\x00`,
    `POST /oauth/token HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/x-www-form-urlencoded\r\nContent-Length: ${form.length}\r\n\r\n${form}`,
    `POST /oauth/revoke HTTP/1.1\r\nHost: localhost\r\nAuthorization: Basic eDp5\r\nContent-Type: multipart/form-data; boundary=b\r\n` +
      `Content-Length: ${part.length}\r\n\r\n${part}`,
    'POST /login HTTP/1.1\r\nHost: localhost\r\nCookie: login_browser=x; login_code=y\r\nContent-Length: 13\r\n\r\nstep=password',
    'GET /oauth/authorize?client_id=x&response_type=code&scope=vpc%3Aread_only HTTP/1.1\r\nHost: localhost\r\n\r\n',
  ].map((text) => Buffer.from(text, 'latin1'));
}

type Mutation = (bytes: Buffer) => Buffer;

const TOKENS = [
  '\0',
  '\n',
  '\r',
  '\r\n',
  '\r\n\r\n',
  ' ',
  '\t',
  ':',
  '%',
  '%00',
  '%ff',
  '\xff',
  '\x80',
  '0',
  '-1',
  'ffffffffffffffff',
  '999999999999999999999',
  'Content-Length: 5\r\n',
  'Transfer-Encoding: chunked\r\n',
  'Transfer-Encoding: gzip, chunked\r\n',
  'Host: a\r\n',
  'Authorization: Bearer x\r\n',
  'Connection: Upgrade\r\nUpgrade: h2c\r\n',
  'Expect: 100-continue\r\n',
  'X: ' + 'y'.repeat(9000) + '\r\n',
  'GET / HTTP/1.1\r\n\r\n',
  'HTTP/2.0',
  '{"__proto__":',
  '[[[[[[[[',
  '"\\ud800"',
];

const mutation: fc.Arbitrary<Mutation> = fc.oneof(
  at((bytes, index, byte) =>
    Buffer.concat([bytes.subarray(0, index), Buffer.of(byte), bytes.subarray(index + 1)]),
  ),
  at((bytes, index) => Buffer.concat([bytes.subarray(0, index), bytes.subarray(index + 1)])),
  at((bytes, index, byte) => Buffer.concat([bytes.subarray(0, index), insert(byte), bytes.subarray(index)])),
  at((bytes, index, byte) =>
    Buffer.concat([bytes.subarray(0, index), bytes.subarray(Math.max(0, index - byte))]),
  ),
  at((bytes, index) => bytes.subarray(0, index)),
  at((bytes, index) => Buffer.concat([bytes.subarray(0, index), bytes])),
  fc.constantFrom<Mutation>(
    (bytes) => Buffer.from(bytes.toString('latin1').replaceAll('\r\n', '\n'), 'latin1'),
    (bytes) =>
      Buffer.from(
        bytes.toString('latin1').replace(/Content-Length: (\d+)/, 'Content-Length: $1, $1'),
        'latin1',
      ),
    (bytes) => Buffer.from(bytes.toString('latin1').replace(': ', ' : '), 'latin1'),
    (bytes) => Buffer.from(bytes.toString('latin1').replace('\r\n', '\r\n '), 'latin1'),
    (bytes) => Buffer.concat([bytes, bytes, bytes]),
  ),
);

function at(change: (bytes: Buffer, index: number, byte: number) => Buffer): fc.Arbitrary<Mutation> {
  return fc.tuple(fc.nat(1_000_000), fc.nat(255)).map(
    ([index, byte]) =>
      (bytes) =>
        bytes.length === 0 ? bytes : change(bytes, index % bytes.length, byte),
  );
}

function insert(byte: number): Buffer {
  return Buffer.from(TOKENS[byte % TOKENS.length]!, 'latin1');
}

/** Each with one to three things wrong. */
export function mutants(valid: readonly Buffer[]): fc.Arbitrary<Buffer> {
  return fc
    .tuple(fc.constantFrom(...valid), fc.array(mutation, { minLength: 1, maxLength: 3, size: 'xsmall' }))
    .map(([bytes, changes]) => changes.reduce((changed, change) => change(changed), bytes));
}
