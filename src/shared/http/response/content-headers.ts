import type { Request } from 'express';
import { alteredFields } from '../../validation/altered-fields.js';
import { apiPath } from '../request/api-path.js';
import { alteredFieldsHeader } from './altered-fields-header.rules.js';
import { links, type AnsweredList } from './links.rules.js';
import type { AnsweredRequest } from './response-headers.js';

type Members = Readonly<Record<string, unknown>>;

/**
 * The headers that tell of a successful answer's content: where the other parts of a list are (D-236), and which fields
 * are stored in another form than they were sent (D-233).
 */
export function contentHeaders(request: Request & AnsweredRequest, answer: unknown): Record<string, string> {
  const { listed, access, body } = request;
  if (listed) return { Link: links(apiPath(request), listed.pageSize, answer as AnsweredList) };
  if (!access?.caller || !answer) return {};
  const altered = alteredFields(body as Members, answer as Members);
  return altered.length > 0 ? { 'Altered-Fields': alteredFieldsHeader(altered) } : {};
}
