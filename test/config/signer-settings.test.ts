import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { SettingsError } from '../../src/shared/config/settings-reader.js';
import { packageRoot } from '../../src/shared/package-root.js';
import { readSignerSettings } from '../../src/signer/signer-settings.js';
import { about } from './problems.js';
import { DATABASE } from './text-settings.js';

const SETTINGS: Record<string, { good: string[]; bad: string[] }> = {
  DATABASE_URL: {
    good: ['postgres://standby/x', 'postgresql://standby:5001/x?sslmode=verify-full'],
    bad: ['', 'standby', 'http://standby', 'postgres://standby:65536/x'],
  },
  LISTEN: {
    good: ['0.0.0.0', '127.0.0.1:1', '127.0.0.1:65535', '::', '[::1]:5353'],
    bad: [
      'localhost',
      '127.0.0.1:0',
      '127.0.0.1:65536',
      '127.0.0.1:',
      '300.0.0.1',
      '[::1',
      '::1:99999',
      '5353',
    ],
  },
  LOG_LEVEL: { good: ['fatal', 'warn', 'silent'], bad: ['loud', 'INFO'] },
};

describe('[D-177] the settings of the signer', () => {
  it.each(Object.entries(SETTINGS))('hold %s', (name, { good, bad }) => {
    for (const value of good) expect([value, problems({ [name]: value })]).toEqual([value, []]);
    for (const value of bad) expect([value, problems({ [name]: value })]).toEqual([value, about(name)]);
  });

  it('stand in the table of docs/nameservers.md', () => {
    const source = readFileSync(join(packageRoot, 'src/signer/signer-settings.ts'), 'utf8');
    const read = Array.from(source.matchAll(/from\.(?:url|text|matching)\('(\w+)'/g), ([, name]) => name!);
    const page = readFileSync(join(packageRoot, 'docs/nameservers.md'), 'utf8').split('## Signed zones')[1]!;
    const rows = Array.from(page.matchAll(/^\| `([A-Z_]+)`/gm), ([, name]) => name!);
    expect(rows).toEqual(read);
    expect(Object.keys(SETTINGS)).toEqual(read);
  });
});

function problems(env: Record<string, string>): string[] {
  try {
    readSignerSettings({ DATABASE_URL: DATABASE, ...env });
    return [];
  } catch (error) {
    if (!(error instanceof SettingsError)) throw error;
    return error.message.split('\n');
  }
}
