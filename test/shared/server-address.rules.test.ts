import { serverAddress } from '../../src/shared/networking/server-address.rules.js';

it.each([
  ['192.0.2.1', '192.0.2.1', 53],
  ['192.0.2.1:5353', '192.0.2.1', 5353],
  ['2001:db8::1', '2001:db8::1', 53],
  ['[2001:db8::1]', '2001:db8::1', 53],
  ['[2001:db8::1]:5353', '2001:db8::1', 5353],
])('[D-204] a resolver: %s', (text, address, port) => {
  expect(serverAddress(text)).toEqual({ address, port });
});

it.each([
  '',
  'ns.example.com',
  '192.0.2',
  '192.0.2.1:0',
  '192.0.2.1:65536',
  '[192.0.2.1]:53',
  '192.0.2.1:',
  '[::1',
])('[D-204] not a resolver: "%s"', (text) => {
  expect(serverAddress(text)).toBeUndefined();
});
