import { faultsByDocument } from '../support/openapi-check.js';

const headers = (more: Record<string, string> = {}) =>
  new Headers({
    'Content-Type': 'application/json',
    'X-Request-Id': '8e03978e-40d5-43e8-bc93-6894a57f9324',
    'X-Spec-Version': '4.176.0',
    ...more,
  });
const key = { id: 1, label: 'laptop', ssh_key: 'ssh-rsa AAAA', created: '2026-01-31T09:30:00' };
const view = { method: 'GET', path: '/v4/profile/sshkeys/1', status: 200, answer: key, headers: headers() };
const create = { ...view, method: 'POST', path: '/v4/profile/sshkeys' };
const refused = { ...view, status: 429, answer: { errors: [{ field: '', reason: 'x' }] } };
const list = { data: [key], page: 1, pages: 1, results: 1 };

/** The client of all API tests asks this check about each answer. */
describe('[D-217] the check of an exchange by the OpenAPI document', () => {
  it.each([
    ['an answer', view],
    ['an accepted request', { ...create, request: { ssh_key: 'ssh-rsa AAAA', label: null } }],
    [
      'a refused request, whatever it was',
      { ...create, request: 7, status: 400, answer: { errors: [{ field: '', reason: 'x' }] } },
    ],
    ['a page', { ...view, path: '/v4/profile/sshkeys?page=2', answer: list }],
    ['a refusal with its headers', { ...refused, headers: headers({ 'Retry-After': '2' }) }],
    ['another path', { ...view, path: '/elsewhere', answer: 'anything' }],
  ])('takes %s', (_what, exchange) => {
    expect(faultsByDocument(exchange)).toEqual([]);
  });

  it.each([
    ['a member that is not told', { ...view, answer: { ...key, owner: 'jane' } }],
    ['a member that is missing', { ...view, answer: { ...key, label: undefined } }],
    ['null where it is not told', { ...view, answer: { ...key, label: null } }],
    ['a time with an offset', { ...view, answer: { ...key, created: '2026-01-31T09:30:00Z' } }],
    ['a status that is not told', { ...view, status: 402, answer: { errors: [] } }],
    ['an accepted request without what is required', { ...create, request: { label: 'x' } }],
    ['an accepted request of another type', { ...create, request: { ssh_key: 7 } }],
    ['another media type', { ...view, headers: headers({ 'Content-Type': 'application/problem+json' }) }],
    ['a header that is missing', refused],
    ['a header of another type', { ...refused, headers: headers({ 'Retry-After': 'soon' }) }],
    ['a header that is not told', { ...view, headers: headers({ 'Retry-After': '2' }) }],
    ['an accepted query out of bounds', { ...view, path: '/v4/profile/sshkeys?page=0', answer: list }],
  ])('finds %s', (_what, exchange) => {
    expect(faultsByDocument(exchange)).not.toEqual([]);
  });
});
