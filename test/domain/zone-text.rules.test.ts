import { readZoneText } from '../../src/domain/zone-text/zone-text.rules.js';

const DOMAIN = 'example.com';

/** The records of a text as `[line, type, name, target, ttl]`, and what is wrong with it. */
async function read(text: string) {
  const { records, excluded, unstorable, unreadable } = await readZoneText(
    Buffer.from(text).toString('latin1'),
    DOMAIN,
  );
  const shown = records.map(({ line, values: { type, name, target }, ttl }) => [
    line,
    type,
    name,
    target,
    ttl,
  ]);
  return { shown, excluded, wrong: [...unstorable, ...unreadable].map(({ line, reason }) => [line, reason]) };
}

describe('[D-242] a zone text is read as RFC 1035 section 5 says', () => {
  it.each<[string, string, readonly unknown[]]>([
    ['a relative name', 'www A 192.0.2.1', [1, 'A', 'www', '192.0.2.1', undefined]],
    [
      'an absolute name, in any case',
      'WWW.Example.COM. A 192.0.2.1',
      [1, 'A', 'WWW', '192.0.2.1', undefined],
    ],
    ['@', '@ A 192.0.2.1', [1, 'A', '', '192.0.2.1', undefined]],
    ['the domain twice', 'a.example.com A 192.0.2.1', [1, 'A', 'a.example.com', '192.0.2.1', undefined]],
    ['a wildcard', '* A 192.0.2.1', [1, 'A', '*', '192.0.2.1', undefined]],
    [
      'an escaped letter',
      '\\119ww\\. A 192.0.2.1'.replace('\\.', ''),
      [1, 'A', 'www', '192.0.2.1', undefined],
    ],
    ['a TTL', 'a 300 A 192.0.2.1', [1, 'A', 'a', '192.0.2.1', 300]],
    ['class and TTL', 'a IN 300 A 192.0.2.1', [1, 'A', 'a', '192.0.2.1', 300]],
    ['TTL and class, in small letters', 'a 1h in a 192.0.2.1', [1, 'A', 'a', '192.0.2.1', 3600]],
    ['units', 'a 1W2d3H4m5s A 192.0.2.1', [1, 'A', 'a', '192.0.2.1', 788645]],
    ['$TTL', '$TTL 1d\na A 192.0.2.1', [2, 'A', 'a', '192.0.2.1', 86400]],
    ['$ORIGIN', '$ORIGIN b\na A 192.0.2.1', [2, 'A', 'a.b', '192.0.2.1', undefined]],
    ['$origin, absolute', '$origin b.example.com.\n@ A 192.0.2.1', [2, 'A', 'b', '192.0.2.1', undefined]],
    ['the root as $ORIGIN', '$ORIGIN .\na.example.com A 192.0.2.1', [2, 'A', 'a', '192.0.2.1', undefined]],
    ['a name that looks like a TTL', '300 A 192.0.2.1', [1, 'A', '300', '192.0.2.1', undefined]],
    ['a name that looks like a type', 'MX A 192.0.2.1', [1, 'A', 'MX', '192.0.2.1', undefined]],
    ['line ends of Windows, tabs', 'a\tA\t192.0.2.1\r\n', [1, 'A', 'a', '192.0.2.1', undefined]],
    ['a byte order mark', '\ufeffa A 192.0.2.1', [1, 'A', 'a', '192.0.2.1', undefined]],
    ['comments', '; x ( "\na A 192.0.2.1;x', [2, 'A', 'a', '192.0.2.1', undefined]],
    ['parentheses', 'a (\n ; x )\n300 A\n) 192.0.2.1', [1, 'A', 'a', '192.0.2.1', 300]],
    ['parentheses in parentheses', 'a ((A)(192.0.2.1))', [1, 'A', 'a', '192.0.2.1', undefined]],
    ['strings of a text', 'a TXT "a;b" "(c" d', [1, 'TXT', 'a', 'a;b(cd', undefined]],
    ['quotes in a text', 'a TXT "\\"x\\" \\\\ \\195\\164 ä"', [1, 'TXT', 'a', '"x" \\ ä ä', undefined]],
    ['an escaped hash in quotes', 'a TXT "\\#" 2', [1, 'TXT', 'a', '#2', undefined]],
    ['an empty text', 'a TXT ""', [1, 'TXT', 'a', '', undefined]],
    ['a long string', `a TXT ${'x'.repeat(300)}`, [1, 'TXT', 'a', 'x'.repeat(300), undefined]],
    ['a relative host', 'a CNAME b', [1, 'CNAME', 'a', 'b.example.com', undefined]],
    ['the origin as host', 'a CNAME @', [1, 'CNAME', 'a', 'example.com', undefined]],
    ['a host of one label', 'a CNAME b.', [1, 'CNAME', 'a', 'b.', undefined]],
    ['MX', '@ MX 10 mail', [1, 'MX', '', 'mail.example.com', undefined]],
    ['a null MX', '@ MX 0 .', [1, 'MX', '', '', undefined]],
    ['SRV', '_sip._tcp SRV 1 2 3 .', [1, 'SRV', '_sip._tcp', '.', undefined]],
    [
      'SRV below a name',
      '_sip._tcp.Branch.a SRV 1 2 3 b',
      [1, 'SRV', '_sip._tcp.Branch.a', 'b.example.com', undefined],
    ],
    ['CAA', '@ CAA 0 ISSUE "ca.test; a=1"', [1, 'CAA', '', 'ca.test; a=1', undefined]],
    ['AAAA', 'a AAAA 2001:DB8::1', [1, 'AAAA', 'a', '2001:DB8::1', undefined]],
    [
      'a DS whose digest is in parts',
      `a DS 1 13 2 (${'ab'.repeat(16)}\n ${'cd'.repeat(16)})`,
      [1, 'DS', 'a', `1 13 2 ${'ab'.repeat(16)}${'cd'.repeat(16)}`, undefined],
    ],
  ])('%s', async (_, text, record) => {
    expect(await read(text)).toEqual({ shown: [record], excluded: [], wrong: [] });
  });

  it('a blank takes the name before it, and a missing TTL the last one', async () => {
    const { shown } = await read('a 300 A 192.0.2.1\n  TXT x\nb A 192.0.2.2\n$TTL 60\n A 192.0.2.3');
    expect(shown).toEqual([
      [1, 'A', 'a', '192.0.2.1', 300],
      [2, 'TXT', 'a', 'x', 300],
      [3, 'A', 'b', '192.0.2.2', 300],
      [5, 'A', 'b', '192.0.2.3', 60],
    ]);
  });

  it('leaves the SOA record and the NS records of the domain alone', async () => {
    const text = 'example.com SOA a b (\n 1 2 3 4 5 )\n@ NS ns\nexample.com. NS ns2.\nsub NS ns';
    expect(await read(text)).toEqual({
      shown: [[5, 'NS', 'sub', 'ns.example.com', undefined]],
      excluded: [
        { line: 1, reason: 'the SOA record is left alone' },
        { line: 3, reason: 'NS records of the domain itself are left alone' },
        { line: 4, reason: 'NS records of the domain itself are left alone' },
      ],
      wrong: [],
    });
  });

  it.each<[string, string]>([
    ['www', 'there is no type'],
    ['www IN', 'there is no type'],
    ['www "A" 192.0.2.1', 'there is no type'],
    [' A 192.0.2.1', 'there is no name before it'],
    ['a..b A 192.0.2.1', 'the name is not valid'],
    ['.a A 192.0.2.1', 'the name is not valid'],
    ['\\999 A 192.0.2.1', 'the name is not valid'],
    [`${'a'.repeat(64)} A 192.0.2.1`, 'the name is not valid'],
    ['a 2147483648 A 192.0.2.1', 'the TTL is not valid'],
    ['a CLASS3 A 192.0.2.1', 'class CLASS3 is not supported'],
    ['a HTTPS 1 .', 'type HTTPS is not supported'],
    ['a TYPE65 \\# 0', 'type TYPE65 is not supported'],
    ['a A', 'the data is not that of a record of type A'],
    ['a A 192.0.2.1 192.0.2.2', 'the data is not that of a record of type A'],
    ['a MX mail', 'the data is not that of a record of type MX'],
    ['a MX -1 mail', 'the data is not that of a record of type MX'],
    ['a TXT', 'the data is not that of a record of type TXT'],
    ['a TXT \\# 2 0161', 'the data is not that of a record of type TXT'],
    ['a TXT "\\256"', 'the data is not that of a record of type TXT'],
    ['a CAA 0 issue', 'the data is not that of a record of type CAA'],
    ['a CAA 0 issue ca.test; a=1', ''],
    ['a SRV 1 2 3', 'the data is not that of a record of type SRV'],
    ['a DS 1 13 2', 'the data is not that of a record of type DS'],
    ['a CNAME a..b', 'the data is not that of a record of type CNAME'],
    ['a.test. A 192.0.2.1', 'the name is outside the domain'],
    ['a\\.b A 192.0.2.1', 'name: Name contains invalid characters'],
    ['\\@ A 192.0.2.1', 'name: Name contains invalid characters'],
    ['ä A 192.0.2.1', 'name: Name contains invalid characters'],
    ['a TXT "\\255"', 'the text is not UTF-8'],
    ['@ CNAME b', 'name: name is required'],
    ['a MX 256 b', 'priority: Must be 0-255'],
    ['@ CAA 128 issue ca.test', 'the flags are not 0'],
    ['_sip.a SRV 1 2 3 b', 'the name is not _service._protocol'],
    ['__sip._tcp SRV 1 2 3 b', 'the name is not _service._protocol'],
    ['_sip._tcp.* SRV 1 2 3 b', 'name: Name contains invalid characters'],
    [`_sip._tcp.${'a'.repeat(60)}.${'a'.repeat(60)} SRV 1 2 3 b`, 'service: service is not valid'],
    ['a AAAA 192.0.2.1', 'target: Invalid IPv4 or IPv6 address'],
    ['x TXT "a', 'a quoted string does not end on its line'],
    ['x TXT a\\', 'a backslash ends the line'],
    ['x TXT "a\\', 'a backslash ends the line'],
    ['x ) A 192.0.2.1', 'a parenthesis closes that was not opened'],
    ['x ( A 192.0.2.1', 'a parenthesis is not closed'],
    ['$ORIGIN', '$ORIGIN takes one name'],
    ['$ORIGIN a b', '$ORIGIN takes one name'],
    ['$TTL x', '$TTL takes one time'],
    ['$TTL 2147483648', '$TTL takes one time'],
    ['$include x', '$INCLUDE is not supported'],
    ['$GENERATE 1-2 a$ A 192.0.2.$', '$GENERATE is not supported'],
  ])('%j: %s', async (text, reason) => {
    const { wrong } = await read(`\n${text}`);
    expect(wrong).toEqual(reason === '' ? [] : [[2, reason]]);
  });

  it('goes on behind each line that is wrong', async () => {
    const { shown, wrong } = await read(
      'a TXT "x\nb ) A 192.0.2.1\nc A 192.0.2.1\nd HINFO x y\n A 192.0.2.2\n',
    );
    expect(shown.map(([line, , name]) => [line, name])).toEqual([
      [3, 'c'],
      [5, 'd'],
    ]);
    expect(wrong.map(([line]) => line).sort()).toEqual([1, 2, 4]);
  });
});
