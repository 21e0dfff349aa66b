import type { CatalogueEntry } from './entry.js';

/** Refusals of requests with a header of D-230 to D-232. */
export const CONDITION_CODES = {
  header_not_supported: {
    reason: '{key} is not supported here',
    title: 'This endpoint does not support the header',
    explanation:
      'The request has a header that this endpoint does not support, such as Idempotency-Key for the data of an upload. The service does not ignore a header on which the client would rely, so nothing has changed.',
    remedy: 'Send the request without the header.',
  },
  resource_changed: {
    reason: 'The resource has changed.',
    title: 'If-Match does not match the state of the resource',
    explanation:
      'The resource has changed since the GET that returned the tag in If-Match, or does not exist. This request has changed nothing, so that it does not overwrite the other change.',
    remedy: 'GET the resource again, apply the change to its present state, and send its ETag in If-Match.',
  },
  key_reused: {
    reason: 'Idempotency-Key was used for another request.',
    title: 'Another request had this Idempotency-Key',
    explanation:
      'In the last 24 hours the same user sent this key with another method, path, query or body. A key identifies one request, so the service has not carried out this one.',
    remedy:
      'Create a new key for each new request, such as a random UUID. Send a key again only with the same bytes.',
  },
  key_under_way: {
    reason: 'A request with this Idempotency-Key is under way.',
    title: 'The first request with this key is still running',
    explanation:
      'Two requests with one key never run at the same time, so the service has not carried out this one.',
    remedy:
      'Wait for the number of seconds in the response header Retry-After, then send the same request with the same key. It gets the response of the first one.',
  },
  idempotency_keys_exhausted: {
    reason: 'Too many answers are kept under Idempotency-Keys.',
    title: 'The service can keep no more responses for this user today',
    explanation:
      'The service keeps at most 64 MiB of responses under the keys of one user in a day, which begins at 0:00 UTC, and none of more than 8 MiB. Without a kept response, a retry with the same key could repeat the change, so nothing has changed. Keys of earlier requests still return their responses.',
    remedy:
      'Wait for the number of seconds in the response header Retry-After, or ask for a smaller response (Prefer: return=minimal), or send the request without a key if a repeated change does no harm.',
  },
} as const satisfies Record<string, CatalogueEntry>;
