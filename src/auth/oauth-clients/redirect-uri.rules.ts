const LOOPBACK = new Set(['localhost', '127.0.0.1', '[::1]']);

/**
 * Whether an OAuth client may register this address (D-145, RFC 8252): https, http on this computer, and for public
 * clients a scheme of their own, which has a dot; without a fragment.
 */
export function isRedirectUri(text: string, isPublic: boolean): boolean {
  // The URL parser drops tabs and line breaks; what is compared later must be what was registered.
  if (!/^[\x21-\x7e]+$/.test(text) || text.includes('#') || !URL.canParse(text)) return false;
  const { protocol, hostname, username, password } = new URL(text);
  if (username || password) return false;
  if (protocol === 'https:') return true;
  if (protocol === 'http:') return LOOPBACK.has(hostname);
  return isPublic && protocol.includes('.');
}
