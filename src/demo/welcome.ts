import type { AddressInfo, Server } from 'node:net';
import type { INestApplication } from '@nestjs/common';
import { defaultRegion } from '../shared/config/regions.js';
import type { Settings } from '../shared/config/settings.js';
import type { Logger } from '../shared/log/logger.js';
import { seedDemo } from './seed-demo.js';

/** A log line, and the same content as text for a terminal. */
interface Announcement {
  readonly message: string;
  readonly fields: object;
  readonly text: string;
}

/**
 * Prints the service's address; on a new embedded database also the demo account's token and
 * example requests.
 */
export async function welcome(app: INestApplication, settings: Settings, logger: Logger): Promise<void> {
  const { port } = (app.getHttpServer() as Server).address() as AddressInfo;
  const address = `http://localhost:${port}`;
  const message = `${settings.serviceName} listens on ${address} (documents: ${address}/docs)`;
  announce({ message, fields: { address }, text: message }, logger);
  const token = settings.databaseUrl ? undefined : await seedDemo(app);
  if (token) announce(demo(address, token, defaultRegion(settings.regions).id), logger);
}

/** Ignores the log level, because the token is never shown again. */
function announce({ message, fields, text }: Announcement, logger: Logger): void {
  if (process.stdout.isTTY) process.stdout.write(`${text}\n`);
  else logger.child({}, { level: 'info' }).info(fields, message);
}

function demo(address: string, token: string, region: string): Announcement {
  const auth = `-H 'Authorization: Bearer ${token}'`;
  const json = `-H 'Content-Type: application/json'`;
  const vpc = `{"label":"demo","region":"${region}","subnets":[{"label":"web","ipv4":"10.0.1.0/24"}]}`;
  const requests = [
    `curl -s ${auth} ${address}/v4/profile`,
    `curl -s ${auth} ${json} -d '${vpc}' ${address}/v4/vpcs`,
    `curl -s ${address}/v4/images`,
    `curl -s ${auth} ${address}/v4/account/events`,
  ];
  const message = 'A demo account was made; its token, shown once';
  const text = `\n${message}:\n  ${token}\nTry:\n${requests.map((request) => `  ${request}\n`).join('')}`;
  return { message, fields: { token, try: requests }, text };
}
