import { Unauthenticated } from '../shared/errors/errors.js';

/**
 * The token of an `Authorization` header; undefined without the header. Ignores the scheme's case
 * (D-39).
 * @throws Unauthenticated when the header has no bearer token
 */
export function bearerToken(header: string | undefined): string | undefined {
  if (header === undefined) return undefined;
  const match = /^bearer +([\x21-\x7e]+) *$/i.exec(header);
  if (!match) throw new Unauthenticated();
  return match[1];
}
