import type { IncomingMessage } from 'node:http';

const MAX_PATH_CHARACTERS = 300;
// Longer than any id; a username has at most 32 characters.
const TOKEN_LIKE = /[\w-]{40,}/g;

/** The path of a request without its query. Masks segments that look like tokens. */
export function loggedPath({
  url = '',
  originalUrl = url,
}: IncomingMessage & { originalUrl?: string }): string {
  const end = originalUrl.indexOf('?');
  const path = end < 0 ? originalUrl : originalUrl.slice(0, end);
  // Mask before the cut: a cut token might be too short to be recognized.
  return path.replace(TOKEN_LIKE, '***').slice(0, MAX_PATH_CHARACTERS);
}
