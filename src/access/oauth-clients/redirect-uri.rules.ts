const LOOPBACK = new Set(['localhost', '127.0.0.1', '[::1]']);

/**
 * Whether an OAuth client may register this address (D-145, RFC 8252): https, or http on a loopback
 * address, or for public clients a private-use scheme, which contains a dot. A fragment is not
 * allowed.
 */
export function isRedirectUri(text: string, isPublic: boolean): boolean {
  // The URL parser drops tabs and line breaks, but later comparisons use the text as registered.
  if (!/^[\x21-\x7e]+$/.test(text) || text.includes('#') || !URL.canParse(text)) return false;
  const { protocol, hostname, username, password } = new URL(text);
  if (username || password) return false;
  if (protocol === 'https:') return true;
  if (protocol === 'http:') return LOOPBACK.has(hostname);
  return isPublic && protocol.includes('.');
}
