import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { readSettings } from '../../src/shared/config/settings.js';

const KEY = Buffer.alloc(32, 1).toString('base64');
const DATABASE = 'postgres://user:secret@localhost/name';

describe('a secret in a file', () => {
  const folder = mkdtempSync(join(tmpdir(), 'secrets-'));
  const file = (name: string, content: string) => {
    writeFileSync(join(folder, name), content);
    return join(folder, name);
  };
  afterAll(() => rmSync(folder, { recursive: true }));

  it('is read like the variable', () => {
    const tsigKey = `hmac-sha256:secondaries:${KEY}`;
    const settings = readSettings({
      DATABASE_URL_FILE: file('url', `${DATABASE}\n`),
      DATABASE_READ_URL_FILE: file('read', DATABASE),
      DATABASE_MIGRATION_URL_FILE: file('migration', DATABASE),
      ENCRYPTION_KEY_FILE: file('key', KEY),
      PLATFORM_TOKEN_FILE: file('token', 'p'.repeat(32)),
      SMS_WEBHOOK_URL_FILE: file('webhook', 'https://sms.example/hook'),
      TSIG_KEY_FILE: file('tsig', tsigKey),
      CATALOG_ZONE: 'catalog.invalid',
      SECONDARIES: '192.0.2.1',
    });
    expect(settings).toMatchObject({
      databaseUrl: DATABASE,
      databaseReadUrl: DATABASE,
      databaseMigrationUrl: DATABASE,
      platformTokens: ['p'.repeat(32)],
      smsWebhookUrl: 'https://sms.example/hook',
      tsigKey: { name: 'secondaries' },
    });
    expect(settings.encryptionKeys).toHaveLength(1);
  });

  it('is refused beside the variable', () => {
    const problem = 'PLATFORM_TOKEN_FILE and PLATFORM_TOKEN are both set: set one of them';
    const both = { PLATFORM_TOKEN: 'p'.repeat(32), PLATFORM_TOKEN_FILE: file('both', 'q'.repeat(32)) };
    expect(faults(both)).toEqual([problem]);
  });

  it("is refused if the file can't be read or holds nothing, or holds a wrong value", () => {
    const nowhere = join(folder, 'nowhere');
    expect(faults({ PLATFORM_TOKEN_FILE: nowhere })).toEqual([
      expect.stringMatching(`^PLATFORM_TOKEN_FILE can't be read: .*${nowhere}`),
    ]);
    expect(faults({ DATABASE_URL: DATABASE, ENCRYPTION_KEY_FILE: nowhere })).toEqual([
      expect.stringMatching('^ENCRYPTION_KEY_FILE '),
    ]);
    const empty = file('empty', '\n');
    expect(faults({ DATABASE_URL_FILE: empty })).toEqual([`DATABASE_URL_FILE names an empty file: ${empty}`]);
    expect(faults({ TSIG_KEY_FILE: file('wrong', 'x') })).toContainEqual(
      expect.stringMatching('^TSIG_KEY must be'),
    );
  });
});

/** The lines of the refusal. */
function faults(env: Record<string, string>): string[] {
  try {
    readSettings(env);
    return [];
  } catch (error) {
    return (error as Error).message.split('\n');
  }
}
