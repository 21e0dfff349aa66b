import { jest } from '@jest/globals';
import { Socket } from 'node:dgram';
import { once } from 'node:events';
import { serveTransfers } from '../../src/signer/transfer-server.js';
import type { TransferAnswers } from '../../src/signer/transfer-answers.js';
import { freePort } from '../support/free-port.js';

it('[D-290] the signer goes on when an answer over UDP can’t be sent', async () => {
  const bind = jest.spyOn(Socket.prototype, 'bind');
  const answers = {
    async *to() {
      yield Buffer.from('answer');
    },
  } as unknown as TransferAnswers;
  const stop = await serveTransfers(answers, { address: '::1', port: await freePort() });
  const [udp] = bind.mock.contexts as [Socket];
  bind.mockRestore();
  expect(udp.listenerCount('error')).toBe(1);
  const failed = once(udp, 'error', { signal: AbortSignal.timeout(5000) });
  udp.emit('message', Buffer.from('query'), { address: 'fe80::1%a_b', port: 53, family: 'IPv6', size: 5 });
  expect((await failed)[0]).toMatchObject({ code: 'ENOTFOUND' });
  await stop();
});
