/** Describes the destination of a redirect URI to a user: a host, this computer, or an app. */
export function displayRedirectUri(redirectUri: string): string {
  const { protocol, hostname, host } = new URL(redirectUri);
  if (protocol === 'https:') return host;
  if (protocol === 'http:') return `this computer (${hostname})`;
  return `the app ${protocol.slice(0, -1)}`;
}

/**
 * The custom scheme of an app (`com.example.app:`); undefined when the redirect URI is a web
 * address.
 */
export function appScheme(redirectUri: string): string | undefined {
  const { protocol } = new URL(redirectUri);
  return protocol === 'https:' || protocol === 'http:' ? undefined : protocol;
}
