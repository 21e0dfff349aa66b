import { displayRedirectUri, formTarget } from '../../src/signin/http/redirect-uri-display.rules.js';

describe('[D-149] the consent page names the redirect URI and allows its form to go there', () => {
  it.each([
    ['https', 'https://app.example.com/callback?a=1', 'app.example.com', 'https://app.example.com'],
    ['a port', 'https://app.example.com:8443/', 'app.example.com:8443', 'https://app.example.com:8443'],
    ['loopback', 'http://localhost:8080/cb', 'this computer (localhost)', 'http://localhost:8080'],
    ['IPv6 loopback', 'http://[::1]:8080/cb', 'this computer ([::1])', 'http://[::1]:8080'],
    ['an app', 'com.example.app:/callback', 'the app com.example.app', 'com.example.app:'],
  ])('%s', (_reason, redirectUri, told, source) => {
    expect(displayRedirectUri(redirectUri)).toBe(told);
    expect(formTarget(redirectUri)).toBe(source);
  });
});
