import type { CatalogueEntry } from './entry.js';

/** Refusals of requests with a header of D-230 to D-232. */
export const CONDITIONS = {
  header_not_supported: {
    reason: '{key} is not supported here',
    title: 'The header does not work for this request',
    explanation:
      'The request has a header that this endpoint can not honour, such as Idempotency-Key at the address of an upload. A header is never ignored where its sender would rely on it, so nothing has changed.',
    remedy: 'Send the request without the header.',
  },
  resource_changed: {
    reason: 'The resource has changed.',
    title: 'The resource is not in the state that If-Match names',
    explanation:
      'Somebody has changed the resource since the GET that the tag in If-Match comes from, or nothing shows it. Nothing has been changed now, so that no change of another is lost.',
    remedy:
      'GET the resource again, look at what is new, make the change on that, and send its ETag in If-Match.',
  },
  key_reused: {
    reason: 'Idempotency-Key was used for another request.',
    title: 'The Idempotency-Key belongs to another request',
    explanation:
      'In the last 24 hours the same user sent this key with another method, path, query or body. A key names one request, so this one was not carried out.',
    remedy:
      'Make a new key for each new request, such as a random UUID. Send a key again only with the same bytes.',
  },
  key_under_way: {
    reason: 'A request with this Idempotency-Key is under way.',
    title: 'The first request with this key has not been answered yet',
    explanation: 'Two requests with one key never run at the same time, so this one was not carried out.',
    remedy:
      'Wait for the number of seconds in the response header Retry-After, then send the same request with the same key: it gets the answer of the first.',
  },
  idempotency_keys_exhausted: {
    reason: 'Too many answers are kept under Idempotency-Keys.',
    title: 'No more answers can be kept for this user today',
    explanation:
      'The service keeps at most 64 MiB of answers under the keys of one user in a day, which begins at 0:00 UTC. Without an answer that is kept, the same key could carry the request out twice, so nothing has changed. Keys that were used already still replay their answers.',
    remedy:
      'Wait for the number of seconds in the response header Retry-After, or send the request without a key where carrying it out twice does no harm.',
  },
} as const satisfies Record<string, CatalogueEntry>;
