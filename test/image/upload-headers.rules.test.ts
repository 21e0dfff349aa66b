import type { IncomingHttpHeaders } from 'node:http';
import { requireUploadable } from '../../src/image/uploads/upload-headers.rules.js';
import { Invalid, TooLarge, UnsupportedMediaType } from '../../src/shared/errors/errors.js';

const check = (headers: IncomingHttpHeaders) => () => requireUploadable(headers, 5_368_709_120);

describe('[D-128] accepts the headers of an upload', () => {
  it.each<[string, IncomingHttpHeaders]>([
    ['no type', {}],
    ['octet-stream', { 'content-type': 'application/octet-stream' }],
    ['octet-stream in upper case', { 'content-type': 'Application/Octet-Stream' }],
    ['octet-stream with parameters', { 'content-type': 'application/octet-stream; name=disk.gz' }],
    [
      'octet-stream with white space before parameters',
      { 'content-type': 'application/octet-stream \t; a=b' },
    ],
    ['octet-stream with white space around', { 'content-type': ' application/octet-stream ' }],
    ['[D-18] identity encoding', { 'content-encoding': 'identity' }],
    ['[D-18] identity encoding, spelt otherwise', { 'content-encoding': ' Identity ' }],
    ['no length, in chunks', { 'transfer-encoding': 'chunked' }],
    ['length 0', { 'content-length': '0' }],
    ['5 GiB', { 'content-length': '5368709120' }],
  ])('%s', (_, headers) => {
    expect(check(headers)).not.toThrow();
  });
});

describe('[D-128] refuses an upload by its headers, before the body', () => {
  it.each<[string, string]>([
    ['JSON', 'application/json'],
    ['gzip', 'application/gzip'],
    ['a longer name', 'application/octet-streams'],
    ['a longer name with parameters', 'application/octet-stream+gzip; a=b'],
    ['octet-stream as a parameter', 'text/plain; application/octet-stream'],
    ['several', 'application/octet-stream, application/json'],
  ])('415, type: %s', (_, type) => {
    expect(check({ 'content-type': type })).toThrow(
      new UnsupportedMediaType('Content-Type', 'application/octet-stream'),
    );
  });

  it.each(['gzip', 'identity, gzip'])('[D-18] 415, encoding: %j', (encoding) => {
    const headers = { 'content-type': 'application/octet-stream', 'content-encoding': encoding };
    expect(check(headers)).toThrow(new UnsupportedMediaType('Content-Encoding', 'identity'));
  });

  it.each(['bytes 0-9/100', 'bytes */100', ''])('[RFC 9110, 14.5] 400, a part: Content-Range %j', (range) => {
    expect(check({ 'content-range': range })).toThrow(Invalid);
  });

  it('413: a byte over 5 GiB', () => {
    expect(check({ 'content-length': '5368709121' })).toThrow(new TooLarge(5_368_709_120));
  });
});
