import fc from 'fast-check';
import { alteredFieldsHeader } from '../../src/shared/http/response/altered-fields-header.rules.js';
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
