import { entityTag } from './entity-tag.js';
import type { AnsweredRequest } from './response-headers.js';

type Members = Readonly<Record<string, unknown>>;

const SHOWN_BY_GET = Symbol('what a GET shows of the object');

/**
 * Attaches the object that a GET shows, for a response that shows more, such as a secret, or the
 * object as a member.
 */
export function withObject<Answer extends object>(answer: Answer, object: object): Answer {
  return Object.defineProperty(answer, SHOWN_BY_GET, { value: object });
}

/** The object that `withObject` attached to the response. */
export function attachedObject(answer: unknown): Members | undefined {
  return (answer as { readonly [SHOWN_BY_GET]?: Members } | null | undefined)?.[SHOWN_BY_GET];
}

/** The tag of the object in a 200 (D-231), and the address of a new object (D-275). */
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
  const shown = attachedObject(answer);
  const tag = { ETag: entityTag(shown ? JSON.stringify(shown) : payload) };
  if (!endpoint.creates) return tag;
  const { collection, idKey } = endpoint.creates;
  const id = String(((shown ?? answer) as Members)[idKey]);
  return { ...tag, Location: `${filledIn(collection, request.originalUrl!)}/${id}` };
}

/**
 * Whether the request needs a list's tag. Lists are long, so they have a tag only on demand
 * (D-231).
 */
export function wantsListTag({ headers, access }: AnsweredRequest): boolean {
  return headers['if-none-match'] !== undefined && access?.endpoint.path.startsWith('/v4/') === true;
}

/** @param collection as in the endpoint table: `domains/:domainId/records` */
function filledIn(collection: string, url: string): string {
  const sent = url.split(/[/?]/);
  const segments = collection
    .split('/')
    .map((segment, at) => (segment.startsWith(':') ? sent[at + 2] : segment));
  return `/v4/${segments.join('/')}`;
}
