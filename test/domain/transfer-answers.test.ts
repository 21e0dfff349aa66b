import { question } from '../../src/domain/zones/transfer/dns-message.js';
import { signedRequest } from '../../src/domain/zones/transfer/tsig.js';
import type { Logger } from '../../src/shared/log/logger.js';
import type { KeptZones } from '../../src/signer/kept-zones.js';
import { TransferAnswers } from '../../src/signer/transfer-answers.js';

const SERVER_FAILURE = 2;
const KEY = {
  algorithm: 'hmac-sha256',
  name: 'secondaries.example',
  secret: Buffer.alloc(32).toString('base64'),
};

it('[D-290] the signer answers SERVFAIL, and logs why, while it can’t read the keys', async () => {
  const failure = new Error('the table is locked');
  const logged: unknown[] = [];
  const logger = { error: (fields: unknown) => logged.push(fields) } as unknown as Logger;
  const answers = new TransferAnswers({} as KeptZones, () => Promise.reject(failure), logger);
  const query = signedRequest(question({ name: 'example.org', type: 'SOA' }, 7), KEY, new Date());
  const received: Buffer[] = [];
  for await (const answer of answers.to(query, true)) received.push(answer);
  expect(received.map((answer) => [answer.readUInt16BE(0), answer.readUInt16BE(2) & 0xf])).toEqual([
    [7, SERVER_FAILURE],
  ]);
  expect(logged).toEqual([{ err: failure, zone: 'example.org' }]);
});
