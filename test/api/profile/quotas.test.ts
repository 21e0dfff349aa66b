import { jest } from '@jest/globals';
import { SshKeysRepository } from '../../../src/profile/ssh-keys/ssh-keys.repository.js';
import { startApp, type TestApp } from '../../support/app.js';
import { refusal } from '../../support/client.js';
import { done, makeAccount } from '../../support/makers.js';

let app: TestApp;
beforeAll(async () => (app = await startApp({ MAX_TOKENS_PER_USER: '3', MAX_SSH_KEYS_PER_USER: '3' })));
afterAll(() => app.close());

const KEY = { ssh_key: 'ssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAAI' };

describe('[D-210] a user', () => {
  it('has at most MAX_SSH_KEYS_PER_USER SSH keys', async () => {
    const { client } = await makeAccount(app);
    for (let count = 0; count < 3; count++) done(await client.post('/profile/sshkeys', KEY));
    const refused = refusal('', 'You have reached the maximum of 3 SSH keys.');
    expect(await client.post('/profile/sshkeys', KEY)).toMatchObject({ status: 400, body: refused });
    const [{ id }] = done(await client.get('/profile/sshkeys')).data;
    done(await client.delete(`/profile/sshkeys/${id}`));
    done(await client.post('/profile/sshkeys', KEY));
  });

  it('gets the quota of SSH keys also when a key is deleted meanwhile', async () => {
    const { client } = await makeAccount(app);
    for (let count = 0; count < 3; count++) done(await client.post('/profile/sshkeys', KEY));
    const [{ id }] = done(await client.get('/profile/sshkeys')).data;
    const { count } = SshKeysRepository.prototype;
    const counting = jest.spyOn(SshKeysRepository.prototype, 'count');
    counting.mockImplementation(async function (this: SshKeysRepository, userId) {
      done(await client.delete(`/profile/sshkeys/${id}`));
      return count.call(this, userId);
    });
    const refused = refusal('', 'You have reached the maximum of 3 SSH keys.');
    expect(await client.post('/profile/sshkeys', KEY)).toMatchObject({ status: 400, body: refused });
    counting.mockRestore();
  });

  it('has at most MAX_TOKENS_PER_USER live personal tokens', async () => {
    const { client } = await makeAccount(app);
    const expiry = new Date(app.clock.milliseconds() + 60_000).toISOString().slice(0, 19);
    done(await client.post('/profile/tokens', { expiry }));
    done(await client.post('/profile/tokens', {}));
    const refused = refusal('', 'You have reached the maximum of 3 tokens.');
    expect(await client.post('/profile/tokens', {})).toMatchObject({ status: 400, body: refused });
    app.clock.forward(61);
    done(await client.post('/profile/tokens', {}));
  });

  it.each([
    ['/profile/sshkeys', KEY, 3],
    ['/profile/tokens', {}, 2],
  ])('does not pass the quota of %s with requests at the same moment', async (path, body, room) => {
    const { client } = await makeAccount(app);
    const answers = await Promise.all(Array.from({ length: 8 }, () => client.post(path, body)));
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(room);
    expect(done(await client.get(path)).results).toBe(3);
  });
});
