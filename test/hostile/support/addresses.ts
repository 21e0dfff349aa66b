import { randomBytes } from 'node:crypto';

/** @returns an IPv6 address in a /64 of its own */
export const someAddress = (): string =>
  `2001:db8:${randomBytes(4).toString('hex').match(/..../g)!.join(':')}::1`;
