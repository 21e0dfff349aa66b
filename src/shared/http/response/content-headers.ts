import type { Request } from 'express';
import { alteredFields } from '../../validation/altered-fields.js';
import { apiPath } from '../request/api-path.js';
import { alteredFieldsHeader } from './altered-fields-header.rules.js';
import { objectHeaders } from './object-headers.js';
import { links, type AnsweredList } from './links.rules.js';
import type { AnsweredRequest } from './response-headers.js';

type Members = Readonly<Record<string, unknown>>;

/**
 * The headers that say something of a successful answer's content: where the other parts of a list are (D-236), which fields
 * are stored in another form than they were sent (D-233), the tag of the object (D-231) and where a new one is (D-275).
 */
export function contentHeaders(
  request: Request & AnsweredRequest,
  answer: unknown,
  payload: Buffer | string,
): Record<string, string> {
  const { listed, access, body } = request;
  const headers = listHeaders(request, answer);
  if (!listed && access?.caller && answer) {
    const altered = alteredFields(body as Members, answer as Members);
    if (altered.length > 0) headers['Altered-Fields'] = alteredFieldsHeader(altered);
  }
  return Object.assign(headers, objectHeaders(request, answer, payload));
}

/** Where the other parts of a list are; empty for what is no list. */
export function listHeaders(request: Request & AnsweredRequest, answer: unknown): Record<string, string> {
  const { listed } = request;
  return listed ? { Link: links(apiPath(request), listed.pageSize, answer as AnsweredList) } : {};
}
