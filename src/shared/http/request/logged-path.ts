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
  const path = originalUrl.slice(0, Math.min(end < 0 ? originalUrl.length : end, MAX_PATH_CHARACTERS));
  return path.replace(TOKEN_LIKE, '***');
}
