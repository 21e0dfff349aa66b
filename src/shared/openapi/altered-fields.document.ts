import type { OpenAPIObject } from '@nestjs/swagger';
import { apiOperationsOf } from './operations.js';

const HEADER = {
  description:
    'The fields of the request that the response shows with another value, each with `sent` and `stored`: a Dictionary of ' +
    'Structured Fields (RFC 9651). Absent when there are none.',
  schema: { type: 'string' },
  example: 'ttl_sec;sent=301;stored=300',
} as const;

/** Adds `Altered-Fields` to the responses of all operations that have fields (D-277). */
export function describeAlteredFields(document: OpenAPIObject): void {
  for (const { operation } of apiOperationsOf(document)) {
    const done = operation.requestBody && operation.responses['200'];
    if (done && 'description' in done) done.headers = { ...done.headers, 'Altered-Fields': HEADER };
  }
}
