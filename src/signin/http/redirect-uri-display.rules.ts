/** The destination of a redirect URI in words that a user knows: a host, this computer, or an app. */
export function displayRedirectUri(redirectUri: string): string {
  const { protocol, hostname, host } = new URL(redirectUri);
  if (protocol === 'https:') return host;
  if (protocol === 'http:') return `this computer (${hostname})`;
  return `the app ${protocol.slice(0, -1)}`;
}

/** The CSP source of a redirect URI. Browsers check `form-action` also against the redirect after a form. */
export function formTarget(redirectUri: string): string {
  const { protocol, host } = new URL(redirectUri);
  return protocol === 'https:' || protocol === 'http:' ? `${protocol}//${host}` : protocol;
}
