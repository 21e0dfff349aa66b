import type { AddressInfo, Server } from 'node:net';
import type { INestApplication } from '@nestjs/common';
import { defaultRegion } from '../shared/config/regions.js';
import type { Settings } from '../shared/config/settings.js';
import { seedDemo } from './seed-demo.js';

/** Prints the address of the service, and on a new embedded database the demo account's token and requests to try. */
export async function welcome(app: INestApplication, settings: Settings): Promise<void> {
  const { port } = (app.getHttpServer() as Server).address() as AddressInfo;
  const address = `http://localhost:${port}`;
  console.log(`${settings.serviceName} listens on ${address} (documents: ${address}/docs)`);
  const token = settings.databaseUrl ? undefined : await seedDemo(app);
  if (!token) return;
  const auth = `-H "Authorization: Bearer ${token}"`;
  const json = '-H "Content-Type: application/json"';
  console.log(`
A demo account was made; its token, shown once:
  ${token}
Try:
  curl -s ${auth} ${address}/v4/profile
  curl -s ${auth} ${json} -d '{"label":"demo","region":"${defaultRegion(settings.regions).id}","subnets":[{"label":"web","ipv4":"10.0.1.0/24"}]}' ${address}/v4/vpcs
  curl -s ${address}/v4/images
  curl -s ${auth} ${address}/v4/account/events
`);
}
