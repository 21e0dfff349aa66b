import type { Request } from 'express';
import { apiPath } from '../request/api-path.js';
import { alteredFields, alteredFieldsHeader } from './altered-fields.rules.js';
import { attachedObject, objectHeaders } from './object-headers.js';
import { links, type AnsweredList } from './links.rules.js';
import type { AnsweredRequest } from './response-headers.js';

/**
 * The headers that describe the content of a successful response: links to other parts of a list
 * (D-236), fields whose value differs from the request's (D-277), the object's tag (D-231) and the
 * address of a new one (D-275).
 */
export function contentHeaders(
  request: Request & AnsweredRequest,
  answer: unknown,
  payload: Buffer | string,
): Record<string, string> {
  const { listed, access, body } = request;
  const headers = listHeaders(request, answer);
  if (!listed && access?.caller) {
    // The response to an upload has the fields of the image in a member.
    const object = attachedObject(answer);
    const altered = alteredFields(body, object ? { ...object, ...(answer as object) } : answer);
    if (altered.length > 0) headers['Altered-Fields'] = alteredFieldsHeader(altered);
  }
  return Object.assign(headers, objectHeaders(request, answer, payload));
}

/** The links to the other parts of a list; empty for other responses. */
export function listHeaders(request: Request & AnsweredRequest, answer: unknown): Record<string, string> {
  const { listed } = request;
  return listed
    ? { Link: links(apiPath(request), listed.pageSize, answer as AnsweredList, listed.more) }
    : {};
}
