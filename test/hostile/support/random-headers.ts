import fc from 'fast-check';
import { hostileFilter } from './random-filters.js';
import type { Place } from './random-requests.js';
import { hostileText, mostly } from './random-values.js';

const TYPES = [
  'text/plain',
  'application/json; charset=latin1',
  'application/xml',
  'multipart/form-data; boundary=x',
  'a',
  ';',
  'application/json;',
  'application/x-www-form-urlencoded',
  'APPLICATION/JSON; charset="UTF-8"',
  'application/octet-stream',
];
const latin1 = (text: string) => Buffer.from(text).toString('latin1');
/** What Node's client agrees to send: no controls. */
const headerText = hostileText.map((text) =>
  latin1(text.slice(0, 3000)).replace(/[^\x20-\x7e\x80-\xff]/g, '?'),
);

const otherHeader: fc.Arbitrary<Header> = fc.oneof(
  fc.tuple(
    fc.constantFrom(
      'X-Forwarded-For',
      'X-Forwarded-Proto',
      'Forwarded',
      'X-HTTP-Method-Override',
      'Range',
      'Accept',
      'Cookie',
      'Origin',
      'traceparent',
      'X-Request-Id',
      'If-None-Match',
      'X-Filter',
      'Authorization',
      'Content-Encoding',
      'Accept-Encoding',
      '__proto__',
      'constructor',
    ),
    headerText,
  ),
  fc.constantFrom<Header>(
    ['Content-Encoding', 'gzip'],
    ['Expect', '100-continue'],
    ['X-Big', 'x'.repeat(14_000)],
    ['X-Big', 'x'.repeat(20_000)],
    ['Range', 'bytes=0-,1-'],
    ['Cookie', 'a='.repeat(1000)],
  ),
);

/** Names and values in turn, duplicates as they are; values are Latin-1, as they go over the wire. */
export type Headers = readonly Header[];
type Header = readonly [name: string, value: string];

/** The headers that the operation takes, and others. */
export function hostileHeaders({ operation, token }: Place, hasBody: boolean): fc.Arbitrary<Headers> {
  const filter = operation.parameters?.find(({ name }) => name === 'X-Filter');
  const fields = /Fields: (.*)\.$/.exec(filter?.description ?? '')?.[1]?.split(', ') ?? ['id'];
  const authorization = mostly(
    `Bearer ${token}`,
    fc.oneof(headerText, fc.constantFrom('Bearer', 'Basic eDp5', `bearer  ${token}`)),
    19,
  );
  const type =
    operation.operationId === 'image_upload_data' ? 'application/octet-stream' : 'application/json';
  const types = hasBody ? mostly(type, fc.constantFrom(...TYPES)) : fc.constant(type);
  const none: Header[] = [];
  return fc
    .tuple(
      authorization.map((value): Header[] => [['Authorization', value]]),
      types.map((value): Header[] => [['Content-Type', value]]),
      filter ? mostly(none, filterHeader(fields), 1) : fc.constant(none),
      mostly(none, fc.array(otherHeader, { minLength: 1, maxLength: 5 }), 4),
    )
    .map((parts) => parts.flat());
}

function filterHeader(fields: readonly string[]): fc.Arbitrary<Header[]> {
  return hostileFilter(fields).map((text) => [['X-Filter', latin1(text)]]);
}
