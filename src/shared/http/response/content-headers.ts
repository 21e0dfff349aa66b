import type { Request } from 'express';
import { apiPath } from '../request/api-path.js';
import { alteredFields, alteredFieldsHeader } from './altered-fields.rules.js';
import { objectHeaders } from './object-headers.js';
import { links, type AnsweredList } from './links.rules.js';
import type { AnsweredRequest } from './response-headers.js';

/**
 * The headers that say something of a successful answer's content: where the other parts of a list are (D-236), which fields
 * it shows with another value than they were sent with (D-277), the tag of the object (D-231) and where a new one is (D-275).
 */
export function contentHeaders(
  request: Request & AnsweredRequest,
  answer: unknown,
  payload: Buffer | string,
): Record<string, string> {
  const { listed, access, body } = request;
  const headers = listHeaders(request, answer);
  if (!listed && access?.caller) {
    const altered = alteredFields(body, answer);
    if (altered.length > 0) headers['Altered-Fields'] = alteredFieldsHeader(altered);
  }
  return Object.assign(headers, objectHeaders(request, answer, payload));
}

/** Where the other parts of a list are; empty for what is no list. */
export function listHeaders(request: Request & AnsweredRequest, answer: unknown): Record<string, string> {
  const { listed } = request;
  return listed ? { Link: links(apiPath(request), listed.pageSize, answer as AnsweredList) } : {};
}
