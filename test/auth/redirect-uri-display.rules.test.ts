import { appScheme, displayRedirectUri } from '../../src/auth/http/redirect-uri-display.rules.js';

describe('[D-149] the consent page names the redirect URI and distinguishes apps from web pages', () => {
  it.each([
    ['https', 'https://app.example.com/callback?a=1', 'app.example.com', undefined],
    ['a port', 'https://app.example.com:8443/', 'app.example.com:8443', undefined],
    ['loopback', 'http://localhost:8080/cb', 'this computer (localhost)', undefined],
    ['IPv6 loopback', 'http://[::1]:8080/cb', 'this computer ([::1])', undefined],
    ['an app', 'com.example.app:/callback', 'the app com.example.app', 'com.example.app:'],
  ])('%s', (_reason, redirectUri, text, scheme) => {
    expect(displayRedirectUri(redirectUri)).toBe(text);
    expect(appScheme(redirectUri)).toBe(scheme);
  });
});
