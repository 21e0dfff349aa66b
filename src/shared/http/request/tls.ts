import type { Request } from 'express';

type TrustsPeer = (address: string | undefined, hop: number) => boolean;

/**
 * Whether the customer came over TLS (D-178): as a trusted proxy says in `X-Forwarded-Proto`, else as the scheme of
 * `PUBLIC_URL`, the address that customers see.
 */
export function isOverTls(request: Request, publicUrl: string): boolean {
  const forwarded = request.headers['x-forwarded-proto'];
  if (forwarded !== undefined) {
    const trusts = request.app.get('trust proxy fn') as TrustsPeer;
    if (trusts(request.socket.remoteAddress, 0)) return request.protocol === 'https';
  }
  return publicUrl.startsWith('https:');
}
