import { startApp, type TestApp } from '../../support/app.js';
import { refusal } from '../../support/client.js';
import { makeDomain } from '../../support/domains.js';
import { makeAccount } from '../../support/makers.js';
import { sendZoneText } from '../../support/zone-text.js';

let app: TestApp;
beforeAll(async () => (app = await startApp()));
afterAll(() => app.close());

const MIB = 1024 * 1024;
const hosts = (count: number) =>
  Array.from({ length: count }, (_, index) => `h${index} A 192.0.2.1\n`).join('');

describe('[D-242] the bounds of a zone text', () => {
  it('accepts at most 4 MiB', async () => {
    const { client } = await makeAccount(app);
    const { id } = await makeDomain(client);
    const comment = `www A 192.0.2.1\n;${'x'.repeat(4 * MIB - 17)}`;
    expect((await sendZoneText(client, id, comment)).body.counts).toMatchObject({ created: 1 });
    expect(await sendZoneText(client, id, `${comment}x`)).toMatchObject({
      status: 413,
      body: refusal('', 'Request body is too large'),
    });
  });

  it('accepts at most 12,000 records, and as many lines that cannot be stored', async () => {
    const { client } = await makeAccount(app);
    const { id } = await makeDomain(client);
    expect((await sendZoneText(client, id, hosts(12_001))).status).toBe(413);
    const unfit = 'x HINFO a b\n'.repeat(12_000);
    expect((await sendZoneText(client, id, `${unfit}x HINFO a b\n`, 'mode=merge&skip=true')).status).toBe(
      413,
    );
    const full = await sendZoneText(client, id, hosts(12_000) + unfit, 'mode=replace&skip=true', {
      Prefer: 'return=minimal',
    });
    expect(full.body.counts).toEqual({ created: 12_000, updated: 0, deleted: 0 });
    expect(full.body.skipped).toHaveLength(12_000);
    expect(await sendZoneText(client, id, 'more A 192.0.2.1', 'mode=merge')).toMatchObject({
      status: 400,
      body: refusal('', 'You have reached the maximum of 12000 records for this domain.'),
    });
  });

  it.each<[string, string, number, string]>([
    ['open parentheses', `\n${'('.repeat(MIB)}`, 2, 'is not readable: a parenthesis is not closed'],
    [
      'closed parentheses',
      `\n${')'.repeat(MIB)}`,
      2,
      'is not readable: a parenthesis closes that was not opened',
    ],
    [
      'a string without an end',
      `\n\nx TXT "${'x'.repeat(4 * MIB - 20)}`,
      3,
      'is not readable: a quoted string does not end on its line',
    ],
    ['a name without an end', 'x'.repeat(4 * MIB - 20), 1, 'cannot be stored: there is no type'],
    ['a type without an end', `x ${'x'.repeat(4 * MIB - 20)}`, 1, 'cannot be stored: there is no type'],
    [
      'data without an end',
      `x A ${'1'.repeat(4 * MIB - 20)}`,
      1,
      'cannot be stored: target: Length must be 0-65535 characters',
    ],
    [
      'words without an end',
      `x TXT ${'x '.repeat(2 * MIB - 20)}`,
      1,
      'is not readable: more than 2000 words',
    ],
    [
      'escapes without an end',
      `x TXT ${'\\000'.repeat(MIB - 20)}`,
      1,
      'cannot be stored: target: target is not valid',
    ],
    ['a time without an end', `x ${'1h'.repeat(MIB)} A 192.0.2.1`, 1, 'cannot be stored: there is no type'],
    [
      'an origin without an end',
      `$ORIGIN ${'x.'.repeat(2 * MIB - 20)}`,
      1,
      'is not readable: $ORIGIN takes one name',
    ],
    [
      'a directive without an end',
      `$${'x'.repeat(4 * MIB - 20)}`,
      1,
      `is not readable: $${'X'.repeat(19)} is not supported`,
    ],
    ['$GENERATE', '$GENERATE 0-4294967295 h$ A 192.0.2.1', 1, 'is not readable: $GENERATE is not supported'],
    ['$INCLUDE', '$INCLUDE /etc/passwd', 1, 'is not readable: $INCLUDE is not supported'],
  ])('names the line of %s', async (_, text, line, why) => {
    const { client } = await makeAccount(app);
    const { id } = await makeDomain(client);
    const answer = await sendZoneText(client, id, text, 'mode=merge');
    expect(answer).toMatchObject({
      status: 400,
      body: { errors: [{ field: '', reason: `Line ${line} ${why}`, line }] },
    });
  });

  it('answers other requests while it reads a text', async () => {
    const { client } = await makeAccount(app);
    const { id } = await makeDomain(client);
    let isDone = false;
    const text = 'x HINFO a b\n'.repeat(11_000) + '\n'.repeat(3 * MIB);
    const sent = sendZoneText(client, id, text, 'mode=merge&skip=true').finally(() => (isDone = true));
    let answered = 0;
    while (!isDone) {
      await client.get('/regions');
      answered += 1;
    }
    expect((await sent).status).toBe(200);
    expect(answered).toBeGreaterThan(1);
  });
});
