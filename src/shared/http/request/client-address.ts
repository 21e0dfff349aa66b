import { isIP } from 'node:net';
import type { Request } from 'express';

/**
 * The caller's address (D-50): the peer's, or behind trusted proxies the right-most untrusted entry of
 * `X-Forwarded-For`. An entry that is no address can't be believed: then the peer's.
 */
export function clientAddress(request: Request): string {
  const peer = plain(request.socket.remoteAddress ?? '');
  const address = plain(request.ip ?? peer);
  return isIP(address) ? address : peer;
}

/** An IPv4 address that a dual-stack socket shows as IPv6, in its own form. */
function plain(address: string): string {
  return address.replace(/^::ffff:(?=\d+\.\d+\.\d+\.\d+$)/i, '');
}
