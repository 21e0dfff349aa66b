import { startApp, type TestApp } from '../support/app.js';
import { Client } from '../support/client.js';
import { done, makeAccount } from '../support/makers.js';
import { query } from '../support/sql.js';

const KEY = (byte: number) => Buffer.alloc(32, byte).toString('base64');

let app: TestApp;
let account: Awaited<ReturnType<typeof makeAccount>>;
beforeEach(async () => {
  app = await startApp({ ENCRYPTION_KEY: KEY(1) });
  account = await makeAccount(app);
});
afterEach(() => app.close());

const startWith = (keys: string) => startApp({ ENCRYPTION_KEY: keys }, app);

const answers = (response: string) => ({
  security_questions: [1, 2, 3].map((question_id) => ({ question_id, response })),
});

/** The first answer of the account's user, which that replica reads. */
async function firstAnswer({ url }: TestApp): Promise<string> {
  const client = new Client(url, account.client.token);
  return done(await client.get('/profile/security-questions')).security_questions[0].response as string;
}

describe('[D-221] ENCRYPTION_KEY at the start', () => {
  it('stops the start when a key is wrong, and names it', async () => {
    await expect(startWith(KEY(2))).rejects.toThrow(
      'ENCRYPTION_KEY has a wrong key 1: another key encrypted the secrets in the database.',
    );
  });

  it('stops the start when a key is missing that the database still needs, and names it', async () => {
    await expect(startWith(`spring:${KEY(2)}`)).rejects.toThrow(
      'ENCRYPTION_KEY lacks the key 1: the database has secrets that it encrypted.',
    );
  });

  it('reads what every key encrypted, and encrypts with the first', async () => {
    done(await account.client.post('/profile/security-questions', answers('before')));
    const rotating = await startWith(`spring:${KEY(2)},1:${KEY(1)}`);
    try {
      expect(await firstAnswer(rotating)).toBe('before');
      expect(await query(app, 'SELECT id FROM encryption_keys ORDER BY id')).toEqual([
        { id: '1' },
        { id: 'spring' },
      ]);
    } finally {
      await rotating.close();
    }
    await expect(startWith(KEY(1))).rejects.toThrow('ENCRYPTION_KEY lacks the key spring');
  });

  it('lets two replicas start with a new key at the same moment', async () => {
    const keys = `spring:${KEY(2)},1:${KEY(1)}`;
    const replicas = await Promise.all([startWith(keys), startWith(keys)]);
    await Promise.all(replicas.map((replica) => replica.close()));
  });
});
