import type { OpenAPIObject } from '@nestjs/swagger';
import { headerRefs, operationsOf } from './operations.js';

const text = (description: string) => ({ description, schema: { type: 'string' } }) as const;
const integer = (description: string) => ({ description, schema: { type: 'integer' } }) as const;

const HEADERS = {
  'X-Request-Id': {
    description: 'A UUID of this request, for questions to support.',
    required: true,
    schema: { type: 'string', format: 'uuid' },
  },
  'X-Spec-Version': { ...text('The version of the specification.'), required: true },
  'X-OAuth-Scopes': text('The scopes of the token, separated by commas; `unknown` at 401.'),
  'X-Accepted-OAuth-Scopes': text(
    'The scopes that the operation needs, separated by `, ` if all are needed, or by ` | ` if one is enough; `*` for none.',
  ),
  'X-Customer-UUID': text('The account of the token.'),
  'X-RateLimit-Limit': integer('The limit of requests in a window. Absent without a limit.'),
  'X-RateLimit-Remaining': integer('The remaining requests of this window.'),
  'X-RateLimit-Reset': integer('The end of the window, in seconds since 1970.'),
  Link: text('Other parts of the list (RFC 8288): `first`, `prev`, `next`, `last`.'),
  'Accept-Ranges': text('`bytes`: the request may ask for a part by `Range`.'),
  'Content-Range': text(
    'The part of the bytes, and how many there are: `bytes 0-9/100`, at 416 `bytes */100`.',
  ),
  'Retry-After': { ...integer('Seconds to wait before the next attempt.'), required: true },
  'WWW-Authenticate': text('The scheme of authentication, and at 403 the scopes that the token lacks.'),
};
type Header = keyof typeof HEADERS;

const ALWAYS: readonly Header[] = ['X-Request-Id', 'X-Spec-Version'];
const WITH_TOKEN: readonly Header[] = [
  'X-OAuth-Scopes',
  'X-Accepted-OAuth-Scopes',
  'X-Customer-UUID',
  'X-RateLimit-Limit',
  'X-RateLimit-Remaining',
  'X-RateLimit-Reset',
];
const OF_STATUS: Readonly<Record<string, readonly (Header | 'ETag')[]>> = {
  206: ['ETag', 'Accept-Ranges', 'Content-Range'],
  401: ['WWW-Authenticate'],
  403: ['WWW-Authenticate'],
  416: ['Content-Range'],
  429: ['Retry-After'],
  503: ['Retry-After'],
};

/** Adds the headers of D-155 to D-157 to each response of each operation (D-217). */
export function describeResponseHeaders(document: OpenAPIObject): void {
  document.components!.headers = { ...document.components!.headers, ...HEADERS };
  for (const { path, operation } of operationsOf(document)) {
    const shared = [...ALWAYS, ...headersOf(path)];
    for (const [status, response] of Object.entries(operation.responses)) {
      if (!response || '$ref' in response) continue;
      response.headers = { ...headerRefs([...shared, ...(OF_STATUS[status] ?? [])]), ...response.headers };
    }
  }
}

function headersOf(path: string): readonly Header[] {
  if (path.startsWith('/v4/')) return WITH_TOKEN;
  return path.startsWith('/platform/') ? ['X-Accepted-OAuth-Scopes'] : [];
}
