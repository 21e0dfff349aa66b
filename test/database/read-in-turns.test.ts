import { once } from 'node:events';
import { connect, createServer, type AddressInfo, type Socket } from 'node:net';
import { readInTurns } from '../../src/database/driver/read-in-turns.js';

const CHUNK = 64 * 1024;
const BYTES = 64 * CHUNK;

/** @returns the bytes that arrived in each iteration of the event loop */
async function readAll(socket: Socket): Promise<number[]> {
  const turns: number[] = [];
  let inTurn = 0;
  socket.on('data', (chunk: Buffer) => {
    if (inTurn === 0) setImmediate(() => void (turns.push(inTurn), (inTurn = 0)));
    inTurn += chunk.length;
  });
  await once(socket, 'end');
  return [...turns, inTurn];
}

describe('a socket with a long result', () => {
  const server = createServer((peer) => peer.end(Buffer.alloc(BYTES)));
  beforeAll(() => once(server.listen(0, '127.0.0.1'), 'listening'));
  afterAll(() => server.close());

  it('is read two chunks at a time', async () => {
    const socket = connect((server.address() as AddressInfo).port, '127.0.0.1');
    readInTurns(socket);
    const turns = await readAll(socket);
    expect(turns.reduce((sum, bytes) => sum + bytes)).toBe(BYTES);
    expect(Math.max(...turns)).toBeLessThanOrEqual(2 * CHUNK);
  });
});
