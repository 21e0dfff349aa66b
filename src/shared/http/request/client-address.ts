import { isIP } from 'node:net';
import type { Request } from 'express';

/**
 * The client's address (D-50): the peer's, or behind trusted proxies the right-most untrusted entry
 * of `X-Forwarded-For`. Falls back to the peer's when that entry is not an address.
 */
export function clientAddress(request: Request): string {
  const peer = plain(request.socket.remoteAddress ?? '');
  const address = plain(request.ip ?? peer);
  return isIP(address) ? address : peer;
}

/** The IPv4 form of an address that a dual-stack socket shows as IPv6. */
function plain(address: string): string {
  return address.replace(/^::ffff:(?=\d+\.\d+\.\d+\.\d+$)/i, '');
}
