import fc from 'fast-check';
import { alteredFields, alteredFieldsHeader } from '../../src/shared/http/response/altered-fields.rules.js';
import { parseDictionary } from '../support/structured-fields.js';

describe('[D-233] Altered-Fields', () => {
  it.each<[string, Parameters<typeof alteredFieldsHeader>[0], string]>([
    ['a number', [{ key: 'ttl_sec', sent: 301, stored: 300 }], 'ttl_sec;sent=301;stored=300'],
    ['a text', [{ key: 'domain', sent: 'A.b', stored: 'a.b' }], 'domain;sent="A.b";stored="a.b"'],
    ['quotes', [{ key: 'name', sent: '"\\', stored: '' }], 'name;sent="\\"\\\\";stored=""'],
    ['a boolean', [{ key: 'public', sent: true, stored: false }], 'public;sent=?1;stored=?0'],
    [
      'a Display String',
      [{ key: 'domain', sent: 'fü"%', stored: 'x' }],
      'domain;sent=%"f%c3%bc%22%25";stored="x"',
    ],
    ['a line break', [{ key: 'target', sent: 'a\n', stored: 'a' }], 'target;sent=%"a%0a";stored="a"'],
    ['nothing sent', [{ key: 'protocol', sent: undefined, stored: 'tcp' }], 'protocol;stored="tcp"'],
    ['a list', [{ key: 'tags' }], 'tags'],
    ['null', [{ key: 'tag', sent: 'issue', stored: null }], 'tag;sent="issue"'],
    ['numbers without a form', [{ key: 'n', sent: 1e15, stored: 0.5 }], 'n'],
    ['several', [{ key: 'a', stored: 1 }, { key: 'b' }], 'a;stored=1, b'],
    [
      'a long text, cut',
      [{ key: 'a', sent: 'x'.repeat(257), stored: 'y' }],
      `a;sent="${'x'.repeat(256)}";stored="y";cut`,
    ],
    ['as long as fits', [{ key: 'a', stored: 'x'.repeat(256) }], `a;stored="${'x'.repeat(256)}"`],
  ])('%s', (_reason, fields, header) => {
    expect(alteredFieldsHeader(fields)).toBe(header);
  });

  it('gives back every text, by characters', () => {
    const text = fc.string({ unit: 'binary', maxLength: 300 });
    fc.assert(
      fc.property(text, text, (sent, stored) => {
        const cut = (whole: string) => [...whole].slice(0, 256).join('');
        const isCut = [...sent].length > 256 || [...stored].length > 256;
        expect(parseDictionary(alteredFieldsHeader([{ key: 'a', sent, stored }]))).toEqual({
          a: { sent: cut(sent), stored: cut(stored), ...(isCut && { cut: true }) },
        });
      }),
    );
  });
});

describe('[D-277] what is altered', () => {
  it.each<[string, unknown, unknown, string]>([
    ['another value', { a: 1 }, { a: 2 }, 'a;sent=1;stored=2'],
    ['the same', { a: 1, b: [1, { c: 2 }] }, { a: 1, b: [1, { c: 2 }] }, ''],
    ['a field that the response does not have', { password: 'x', b: 1 }, { b: 1 }, ''],
    ['a field that was not sent', {}, { a: 1 }, ''],
    ['another type', { a: '1' }, { a: 1 }, 'a;sent="1";stored=1'],
    ['null that is shown as a value', { a: null }, { a: '' }, 'a;stored=""'],
    ['null that is shown', { a: null }, { a: null }, ''],
    ['a value that is shown as null', { a: 'x' }, { a: null }, 'a;sent="x"'],
    ['a list for a text', { a: ['x'] }, { a: 'x' }, 'a;stored="x"'],
    ['a list in another order', { a: [1, 2] }, { a: [2, 1] }, 'a'],
    ['a longer list', { a: [] }, { a: [1] }, 'a'],
    ['objects with more members', { a: { b: 1 } }, { a: { b: 1, c: 2 } }, ''],
    ['objects with members that are not shown', { a: { b: 1, x: 2 } }, { a: { b: 1 } }, ''],
    ['objects with another member', { a: { b: 1 } }, { a: { b: 2 } }, 'a'],
    ['entries by id', { a: [{ id: 2, b: 1 }] }, { a: [{ id: 1 }, { id: 2, b: 1 }] }, ''],
    ['an entry by id, shown with another value', { a: [{ id: 2, b: 1 }] }, { a: [{ id: 2, b: 3 }] }, 'a'],
    ['an entry with a missing id', { a: [{ id: 3 }] }, { a: [{ id: 2 }] }, 'a'],
    ['a secret, by its key alone', { token: 'x', secret: 1 }, { token: 'y', secret: 2 }, 'token, secret'],
    ['a name that is not a key of a Dictionary', { 'A b': 1, É: 1 }, { 'A b': 2, É: 2 }, ''],
    ['an inherited member of the response', { constructor: 1, toString: 2 }, {}, ''],
    ['a body that is not an object', [1], [2], ''],
    ['a response that is not an object', { a: 1 }, null, ''],
    ['a response of bytes', { length: 1 }, Buffer.from('x'), ''],
  ])('%s', (_reason, body, answer, header) => {
    expect(alteredFieldsHeader(alteredFields(body, answer))).toBe(header);
  });
});
