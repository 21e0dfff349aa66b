import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';
import type { Client } from '../../../support/client.js';
import { done, makeAccount, makeToken } from '../../../support/makers.js';
import { makeLongDomain } from '../../../support/domains.js';
import { someAddress } from '../addresses.js';
import type { MakeAttack } from '../attack.js';
import type { ServiceProcess } from '../service-process.js';

const PIPELINED = 61;
/** As many as there are changes. */
const HELD_BODIES = 22;
const READERS = 20;
const PIECES = 10;
const PAUSE_MS = 5;

async function open(service: ServiceProcess): Promise<Socket> {
  const socket = connect(Number(new URL(service.url).port), '127.0.0.1');
  socket.on('error', () => undefined);
  await once(socket, 'connect');
  return socket;
}

/** @returns the bytes of a request for a list of 100 records with so many characters each */
async function longList(service: ServiceProcess, client: Client, characters: number): Promise<string> {
  const id = await makeLongDomain(service, client, 100, characters);
  return `GET /v4/domains/${id}/records HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${client.token}\r\n\r\n`;
}

/** Asks for 6 MB in one packet, reads the beginning of the first answer, and resets the connection. */
export const queuedRequests: MakeAttack = async (service) => {
  const { client } = await makeAccount(service);
  const requests = (await longList(service, client, 1000)).repeat(PIPELINED);
  return {
    lanes: 1,
    async round() {
      const socket = await open(service);
      socket.write(requests);
      await once(socket, 'data');
      await reset(socket);
    },
  };
};

/**
 * Holds the last byte of many changes, revokes their token, and sends it.
 * Each comes from an address of its own, as refused credentials are limited by address (D-212).
 */
export const heldBodies: MakeAttack = async (service) => {
  const account = await makeAccount(service);
  const body = JSON.stringify({ email: 'late@example.com' });
  return {
    lanes: 1,
    async round() {
      const { token } = await makeToken(service, account.username, '*');
      const head = () =>
        `PUT /v4/profile HTTP/1.1\r\nHost: x\r\nX-Forwarded-For: ${someAddress()}\r\nAuthorization: Bearer ${token}\r\n` +
        `Expect: 100-continue\r\nContent-Type: application/json\r\nContent-Length: ${body.length}\r\n\r\n`;
      const sockets = await Promise.all(Array.from({ length: HELD_BODIES }, () => open(service)));
      await Promise.all(sockets.map((socket) => says(socket, head(), 100)));
      for (const socket of sockets) socket.write(body.slice(0, -1));
      const { data } = done(await account.client.get('/profile/tokens'));
      const { id } = (data as { id: number; token: string }[]).find((own) => token!.startsWith(own.token))!;
      done(await account.client.delete(`/profile/tokens/${id}`));
      await Promise.all(sockets.map((socket) => says(socket, body.slice(-1), 401)));
      await Promise.all(sockets.map(reset));
    },
  };
};

/** Asks for 1 MB on each of many connections again and again, and reads slowly. */
export const slowReaders: MakeAttack = async (service) => {
  const { client } = await makeAccount(service);
  const request = await longList(service, client, 10_000);
  return {
    lanes: READERS,
    async round() {
      const socket = await open(service);
      socket.write(request);
      for (let piece = 0; piece < PIECES; piece++) {
        await once(socket, 'readable');
        socket.read();
        await delay(PAUSE_MS);
      }
      await reset(socket);
    },
  };
};

/** Sends the text. @throws Error when the service answers with another status */
async function says(socket: Socket, text: string, status: number): Promise<void> {
  const answer = once(socket, 'data');
  socket.write(text);
  const [chunk] = (await answer) as [Buffer];
  if (!chunk.toString('latin1').startsWith(`HTTP/1.1 ${status} `)) throw new Error(String(chunk));
}

async function reset(socket: Socket): Promise<void> {
  const closed = once(socket, 'close');
  socket.resetAndDestroy();
  await closed;
}
