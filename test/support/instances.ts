import { platform } from './client.js';
import type { TestApp } from './app.js';
import { makeAccount, makeVpc, next } from './makers.js';

/** An account whose VPC has two subnets. */
export async function accountWithSubnet(app: TestApp) {
  const account = await makeAccount(app);
  const vpc = await makeVpc(account.client, { subnets: 2 });
  return { account, vpc, subnet: vpc.subnets[0].id as number, second: vpc.subnets[1].id as number };
}

/** The body of an instance with one interface in the subnet, all ids new. */
export function instanceBody(
  accountId: number,
  subnet: number,
  extra: object = {},
  onInterface: object = {},
) {
  const one = { id: next(), purpose: 'vpc', subnet_id: subnet, active: true, ...onInterface };
  return {
    account_id: accountId,
    label: 'web-1',
    region: 'us-east',
    status: 'running',
    disks: [{ id: next(), label: 'boot', size: 25600, source: 'web-1/boot.raw' }],
    configs: [{ id: next(), label: 'default', interfaces: [one] }],
    ...extra,
  };
}

export const putInstance = (app: TestApp, id: number, request: unknown) =>
  platform(app).put(`/instances/${id}`, request);
