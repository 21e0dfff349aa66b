import { Unauthenticated } from '../shared/errors/errors.js';

/**
 * The token of an `Authorization` header, its scheme in any case (D-39); undefined without the header.
 * @throws Unauthenticated when the header holds anything but a bearer token.
 */
export function bearerToken(header: string | undefined): string | undefined {
  if (header === undefined) return undefined;
  const match = /^bearer +([\x21-\x7e]+) *$/i.exec(header);
  if (!match) throw new Unauthenticated();
  return match[1];
}
