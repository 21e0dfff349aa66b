import type { OpenAPIObject } from '@nestjs/swagger';
import { apiOperationsOf } from './operations.js';

const HEADER = {
  description:
    'The fields that are stored in another form than they were sent, each with `sent` and `stored`: a Dictionary of ' +
    'Structured Fields (RFC 9651). Absent when there are none.',
  schema: { type: 'string' },
  example: 'ttl_sec;sent=301;stored=300',
} as const;

/** Adds `Altered-Fields` to the answers of all operations that store fields (D-233). */
export function describeAlteredFields(document: OpenAPIObject): void {
  for (const { operation } of apiOperationsOf(document)) {
    const done = operation.requestBody && operation.responses['200'];
    if (done && 'description' in done) done.headers = { ...done.headers, 'Altered-Fields': HEADER };
  }
}
