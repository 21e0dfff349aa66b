import { randomBytes } from 'node:crypto';
import { mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Encryption } from '../../src/shared/secrets/encryption.js';
import { localEncryptionKey } from '../../src/shared/secrets/local-encryption-key.js';

describe('[D-49] encryption at rest', () => {
  const encryption = new Encryption([{ id: '1', key: randomBytes(32) }]);

  it.each(['', 'Rex', 'Ünï 😀', 'x'.repeat(1000)])('decrypts %j', (plain) => {
    expect(encryption.decrypt(encryption.encrypt(plain, 'answer:1'), 'answer:1')).toBe(plain);
  });

  it('makes another ciphertext each time', () => {
    expect(encryption.encrypt('Rex', 'answer:1')).not.toEqual(encryption.encrypt('Rex', 'answer:1'));
  });

  it('refuses another context', () => {
    const encrypted = encryption.encrypt('Rex', 'answer:1');
    expect(() => encryption.decrypt(encrypted, 'answer:2')).toThrow();
  });

  it('refuses another key', () => {
    const encrypted = encryption.encrypt('Rex', 'answer:1');
    expect(() =>
      new Encryption([{ id: '1', key: randomBytes(32) }]).decrypt(encrypted, 'answer:1'),
    ).toThrow();
  });

  it('refuses a ciphertext of another purpose', () => {
    const lists = encryption.forPurpose('lists');
    const encrypted = lists.encrypt('Rex', 'answer:1');
    expect(lists.decrypt(encrypted, 'answer:1')).toBe('Rex');
    expect(() => encryption.decrypt(encrypted, 'answer:1')).toThrow();
    expect(() => encryption.forPurpose('pages').decrypt(encrypted, 'answer:1')).toThrow();
  });

  it('refuses a flipped bit wherever it is', () => {
    const encrypted = encryption.encrypt('Rex', 'answer:1');
    for (const index of encrypted.keys()) {
      const changed = Buffer.from(encrypted);
      changed[index]! ^= 1;
      expect(() => encryption.decrypt(changed, 'answer:1')).toThrow();
    }
  });

  it.each([0, 12, 20, 27])('refuses a ciphertext that is cut to %i bytes', (length) => {
    const encrypted = encryption.encrypt('Rex', 'answer:1');
    expect(() => encryption.decrypt(encrypted.subarray(0, length), 'answer:1')).toThrow();
  });
});

describe('[D-221] several keys', () => {
  const [one, two] = [
    { id: '1', key: randomBytes(32) },
    { id: 'spring', key: randomBytes(32) },
  ];
  const [before, rotating, after] = [
    new Encryption([one]),
    new Encryption([two, one]),
    new Encryption([two]),
  ];

  it('the first encrypts, all decrypt', () => {
    expect(rotating.decrypt(before.encrypt('Rex', 'a'), 'a')).toBe('Rex');
    expect(rotating.decrypt(rotating.encrypt('Rex', 'a'), 'a')).toBe('Rex');
    expect(after.decrypt(rotating.encrypt('Rex', 'a'), 'a')).toBe('Rex');
  });

  it('a ciphertext of a key that is missing is refused', () => {
    expect(() => after.decrypt(before.encrypt('Rex', 'a'), 'a')).toThrow();
    expect(() => before.decrypt(after.encrypt('Rex', 'a'), 'a')).toThrow();
  });

  it('a ciphertext without an id decrypts with any first bytes', () => {
    const ciphertexts = Array.from({ length: 2000 }, () => before.encrypt('Rex', 'a'));
    expect(ciphertexts.map((each) => rotating.decrypt(each, 'a'))).toEqual(ciphertexts.map(() => 'Rex'));
  });
});

describe('the key of the embedded default', () => {
  let dataDir: string;
  beforeEach(() => {
    dataDir = mkdtempSync(join(tmpdir(), 'key-'));
  });
  afterEach(() => rmSync(dataDir, { recursive: true }));

  const anew = () => Promise.resolve(false);
  const inUse = () => Promise.resolve(true);

  it('is created once, for the owner only', async () => {
    const inside = join(dataDir, 'new');
    const key = await localEncryptionKey(inside, anew);
    expect(key).toHaveLength(32);
    expect(await localEncryptionKey(inside, inUse)).toEqual(key);
    expect(readdirSync(inside)).toEqual(['encryption-key']);
    expect(statSync(join(inside, 'encryption-key')).mode & 0o777).toBe(0o600);
  });

  it('is not replaced when it is damaged, or lost while the database needs it', async () => {
    await expect(localEncryptionKey(dataDir, inUse)).rejects.toThrow('encryption-key is missing, and the');
    expect(readdirSync(dataDir)).toEqual([]);
    writeFileSync(join(dataDir, 'encryption-key'), 'short');
    await expect(localEncryptionKey(dataDir, anew)).rejects.toThrow('is not a key of 32 bytes');
  });

  it('is the one that another process has created and used meanwhile', async () => {
    const key = randomBytes(32);
    const usedMeanwhile = () => {
      writeFileSync(join(dataDir, 'encryption-key'), key.toString('base64'));
      return Promise.resolve(true);
    };
    expect(await localEncryptionKey(dataDir, usedMeanwhile)).toEqual(key);
  });
});
