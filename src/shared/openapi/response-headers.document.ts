import type { OpenAPIObject } from '@nestjs/swagger';
import { headerRefs, operationsOf } from './operations.js';

const text = (description: string) => ({ description, schema: { type: 'string' } }) as const;
const integer = (description: string) => ({ description, schema: { type: 'integer' } }) as const;

const HEADERS = {
  'X-Request-Id': {
    description: 'A new UUID for each request: name it to support.',
    schema: { type: 'string', format: 'uuid' },
  },
  'X-Spec-Version': text('The release of the API.'),
  'X-OAuth-Scopes': text('The scopes of the token, separated by commas; `unknown` at 401.'),
  'X-Accepted-OAuth-Scopes': text(
    'The scopes that the operation needs: a comma between those that are all needed, ` | ` where one is enough, `*` for none.',
  ),
  'X-Customer-UUID': text('The account of the token.'),
  'X-RateLimit-Limit': integer('Requests in a window. Only where the service limits requests.'),
  'X-RateLimit-Remaining': integer('Requests that are left in this window.'),
  'X-RateLimit-Reset': integer('When the window ends, in seconds since 1970.'),
  'Retry-After': integer('Seconds to wait before the next try.'),
  'WWW-Authenticate': text('How to authenticate.'),
};
type Header = keyof typeof HEADERS;

const ALWAYS: readonly Header[] = ['X-Request-Id', 'X-Spec-Version'];
const WITH_TOKEN: readonly Header[] = [
  'X-OAuth-Scopes',
  'X-Accepted-OAuth-Scopes',
  'X-RateLimit-Limit',
  'X-RateLimit-Remaining',
  'X-RateLimit-Reset',
];
const OF_STATUS: Readonly<Record<string, readonly Header[]>> = {
  200: ['X-Customer-UUID'],
  401: ['WWW-Authenticate'],
  429: ['Retry-After'],
  503: ['Retry-After'],
};

/** Adds the headers of D-155 to D-157 to every answer of every operation (D-217). */
export function describeResponseHeaders(document: OpenAPIObject): void {
  document.components!.headers = { ...document.components!.headers, ...HEADERS };
  for (const { path, operation } of operationsOf(document)) {
    const shared = path.startsWith('/v4/') ? [...ALWAYS, ...WITH_TOKEN] : ALWAYS;
    for (const [status, response] of Object.entries(operation.responses)) {
      if (!response || '$ref' in response) continue;
      response.headers = { ...headerRefs([...shared, ...(OF_STATUS[status] ?? [])]), ...response.headers };
    }
  }
}
