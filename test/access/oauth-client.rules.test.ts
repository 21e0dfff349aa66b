import { clientLabel, redirectUri, webAddress } from '../../src/access/oauth-clients/oauth-client.rules.js';
import { refusalOf } from '../support/rule.js';

const longest = (start: string) => start + 'a'.repeat(2048 - start.length);

describe('[D-145] label', () => {
  const length = 'Length must be 1-512 characters';
  it.each([
    ['one character', 'a', undefined],
    ['512 characters', 'a'.repeat(512), undefined],
    ['empty', '', length],
    ['513 characters', 'a'.repeat(513), length],
    ['a control character', 'a\u0007', 'label is not valid'],
  ])('%s', (_reason, value, reason) => {
    expect(refusalOf(clientLabel(), value, 'label')).toBe(reason);
  });
});

describe('[D-145] redirect_uri, for public and confidential clients', () => {
  const invalid = 'redirect_uri is not valid';
  it.each([
    ['https', 'https://app.example.com/callback', undefined],
    ['a private-use scheme, as public clients have', 'com.example.app:/callback', undefined],
    ['2048 characters', longest('https://app.example.com/'), undefined],
    ['2049 characters', `${longest('https://app.example.com/')}a`, 'Length must be 0-2048 characters'],
    ['http elsewhere', 'http://app.example.com/callback', invalid],
    ['an IPv6 address', 'http://[::1]:8080/callback', undefined],
    ['a percent-encoded character', 'https://app.example.com/%C3%BC', undefined],
    ['a character that no URI has', 'https://app.example.com/{id}', invalid],
    ['a percent sign alone', 'https://app.example.com/%zz', invalid],
    ['empty', '', invalid],
    ['no string', {}, invalid],
  ])('%s', (_reason, value, reason) => {
    expect(refusalOf(redirectUri(), value, 'redirect_uri')).toBe(reason);
  });

  it('the document has its form, length and an example', () => {
    expect(redirectUri().schema).toEqual({
      type: 'string',
      format: 'uri',
      maxLength: 2048,
      example: 'https://app.example.com/callback',
    });
  });
});

describe('[D-145] website and thumbnail_url', () => {
  const invalid = 'website is not valid';
  it.each([
    ['https', 'https://www.example.com/a?b=c#d', undefined],
    ['http', 'http://www.example.com', undefined],
    ['the scheme in upper case', 'HTTPS://www.example.com', undefined],
    ['2048 characters', longest('https://www.example.com/'), undefined],
    ['2049 characters', `${longest('https://www.example.com/')}a`, 'Length must be 0-2048 characters'],
    ['empty', '', invalid],
    ['another scheme', 'ftp://www.example.com', invalid],
    ['a script', 'javascript:alert("https://www.example.com")', invalid],
    ['only a scheme', 'https://', invalid],
    ['no host', 'https://:80', invalid],
    ['a space', 'https://www.example.com/a b', invalid],
    ['a line break', 'https://www.example.com/\n', invalid],
    ['a letter that is no ASCII', 'https://www.exämple.com', invalid],
    ['every character of a URI', "https://a-b.example/_~!$&'()*+,;=:@/%7B?c/?=d#e/?=f", undefined],
    ['a character that no URI has', 'https://www.example.com/a|b', invalid],
    ['a bracket outside the host', 'https://www.example.com/[a]', invalid],
    ['two fragments', 'https://www.example.com/#a#b', invalid],
  ])('%s', (_reason, value, reason) => {
    expect(refusalOf(webAddress(), value, 'website')).toBe(reason);
  });

  it('the document has its form and length', () => {
    expect(webAddress().schema).toEqual({ type: 'string', format: 'uri', maxLength: 2048 });
  });
});
