import { hashPassword, verifyPassword } from '../../src/access/credentials/password.js';

describe('passwords', () => {
  it('[D-49] are stored as argon2id with 19 MiB, t=2, p=1', async () => {
    expect(await hashPassword('correct horse')).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/);
  });

  it('[D-49] have a salt of their own', async () => {
    expect(await hashPassword('correct horse')).not.toBe(await hashPassword('correct horse'));
  });

  it('[D-49] match themselves and nothing else', async () => {
    const stored = await hashPassword('correct horse');
    expect(await verifyPassword(stored, 'correct horse')).toBe(true);
    expect(await verifyPassword(stored, 'Correct horse')).toBe(false);
    expect(await verifyPassword(stored, '')).toBe(false);
  });

  it('[D-49] never match for an unknown user, not even the dummy', async () => {
    expect(await verifyPassword(null, 'no user has this password')).toBe(false);
  });

  it('[D-49] are all verified when many arrive at the same time', async () => {
    const stored = await hashPassword('correct horse');
    const answers = await Promise.all(
      Array.from({ length: 12 }, (_, i) => verifyPassword(stored, i % 2 ? 'correct horse' : 'wrong')),
    );
    expect(answers.filter(Boolean)).toHaveLength(6);
  });
});
