import { entityTag } from './entity-tag.js';
import type { AnsweredRequest } from './response-headers.js';

type Members = Readonly<Record<string, unknown>>;

const SHOWN_BY_GET = Symbol('what a GET shows of the object');

/** Notes what a GET shows of the object, for an answer that shows more, such as a secret, or the object inside. */
export function withObject<Answer extends object>(answer: Answer, object: object): Answer {
  return Object.defineProperty(answer, SHOWN_BY_GET, { value: object });
}

/** The tag of the object that a 200 shows (D-231), and of a new one its address (D-275). */
export function objectHeaders(
  request: AnsweredRequest,
  answer: unknown,
  payload: Buffer | string,
): { ETag?: string; Location?: string } {
  const { method, access, listed } = request;
  const endpoint = access?.endpoint;
  if (!endpoint?.path.startsWith('/v4/')) return {};
  if (method === 'GET' || method === 'HEAD') {
    return listed && !wantsListTag(request) ? {} : { ETag: entityTag(payload) };
  }
  if (!endpoint.answersObject) return {};
  const shown = (answer as { readonly [SHOWN_BY_GET]?: Members })[SHOWN_BY_GET];
  const tag = { ETag: entityTag(shown ? JSON.stringify(shown) : payload) };
  if (!endpoint.creates) return tag;
  const { collection, idKey } = endpoint.creates;
  const id = String(((shown ?? answer) as Members)[idKey]);
  return { ...tag, Location: `${filledIn(collection, request.originalUrl!)}/${id}` };
}

/** A list is long: it has a tag only when the request asks for it (D-231). */
export function wantsListTag({ headers, access }: AnsweredRequest): boolean {
  return headers['if-none-match'] !== undefined && access?.endpoint.path.startsWith('/v4/') === true;
}

/** @param collection in the endpoint table's form: `domains/:domainId/records` */
function filledIn(collection: string, url: string): string {
  const asked = url.split(/[/?]/);
  const segments = collection
    .split('/')
    .map((segment, at) => (segment.startsWith(':') ? asked[at + 2] : segment));
  return `/v4/${segments.join('/')}`;
}
