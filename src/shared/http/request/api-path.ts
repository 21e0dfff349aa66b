import type { Request } from 'express';

/** The path of the request with the alias that the client used (D-01), without the query. */
export function apiPath({ path, originalUrl }: Request): string {
  return originalUrl.startsWith('/v4beta/') ? path.replace('/v4', '/v4beta') : path;
}
