/** Where a redirect address leads, as a person may know it. */
export function returnsTo(redirectUri: string): string {
  const { protocol, hostname, host } = new URL(redirectUri);
  if (protocol === 'https:') return host;
  if (protocol === 'http:') return `this computer (${hostname})`;
  return `the app ${protocol.slice(0, -1)}`;
}

/** The CSP source that admits a form whose answer redirects there: browsers hold redirects to `form-action` too. */
export function formTarget(redirectUri: string): string {
  const { protocol, host } = new URL(redirectUri);
  return protocol === 'https:' || protocol === 'http:' ? `${protocol}//${host}` : protocol;
}
