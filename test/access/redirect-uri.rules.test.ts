import { isRedirectUri } from '../../src/access/oauth-clients/redirect-uri.rules.js';

describe('[D-145] redirect_uri', () => {
  it.each([
    ['https://app.example.com/callback', 'https'],
    ['https://app.example.com:8443/callback?a=1', 'https with port and query'],
    ['http://localhost/callback', 'loopback by name'],
    ['http://127.0.0.1:8080/callback', 'loopback, IPv4'],
    ['http://[::1]:8080/callback', 'loopback, IPv6'],
  ])('accepts %s (%s) for both kinds of client', (uri) => {
    expect(isRedirectUri(uri, false)).toBe(true);
    expect(isRedirectUri(uri, true)).toBe(true);
  });

  it('accepts a private-use scheme for a public client only', () => {
    expect(isRedirectUri('com.example.app:/callback', true)).toBe(true);
    expect(isRedirectUri('com.example.app:/callback', false)).toBe(false);
  });

  it.each([
    ['', 'empty'],
    ['callback', 'relative'],
    ['//app.example.com/callback', 'without a scheme'],
    ['http://app.example.com/callback', 'http elsewhere'],
    ['http://127.0.0.1.example.com/callback', 'a name that looks like loopback'],
    ['http://0.0.0.0/callback', 'not loopback'],
    ['https://app.example.com/callback#part', 'fragment'],
    ['https://app.example.com/callback#', 'empty fragment'],
    ['https://user@app.example.com/callback', 'user'],
    ['https://user:secret@app.example.com/callback', 'credentials'],
    ['https://app.example.com/call back', 'space'],
    ['https://app.example.com/\ncallback', 'line break'],
    ['https://', 'no host'],
    ['myapp:/callback', 'a scheme without a dot'],
    ['javascript:alert(1)', 'script'],
    ['data:text/html,x', 'data'],
    ['urn:ietf:wg:oauth:2.0:oob', 'out of band'],
  ])('refuses %j (%s)', (uri) => {
    expect(isRedirectUri(uri, true)).toBe(false);
  });
});
