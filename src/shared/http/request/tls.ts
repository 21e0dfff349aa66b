import type { Request } from 'express';

type TrustsPeer = (address: string | undefined, hop: number) => boolean;

/**
 * Whether the client connected over TLS (D-178): by a trusted proxy's `X-Forwarded-Proto`, else by
 * the scheme of `PUBLIC_URL`, the address that customers see.
 */
export function isOverTls(request: Request, publicUrl: string): boolean {
  const forwarded = request.headers['x-forwarded-proto'];
  if (forwarded !== undefined) {
    const trusts = request.app.get('trust proxy fn') as TrustsPeer;
    if (trusts(request.socket.remoteAddress, 0)) return request.protocol === 'https';
  }
  return publicUrl.startsWith('https:');
}
