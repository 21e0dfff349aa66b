import type { IncomingMessage } from 'node:http';

const MAX_PATH_CHARACTERS = 300;
// No id is as long; a username has at most 32 characters.
const TOKEN_LIKE = /[\w-]{40,}/g;

/** The path as it was sent, without its query, and without what may be a token that was put where an id belongs. */
export function loggedPath({
  url = '',
  originalUrl = url,
}: IncomingMessage & { originalUrl?: string }): string {
  const end = originalUrl.indexOf('?');
  const path = end < 0 ? originalUrl : originalUrl.slice(0, end);
  // Masked before it is cut: what is left of a cut token might be too short to be one.
  return path.replace(TOKEN_LIKE, '***').slice(0, MAX_PATH_CHARACTERS);
}
