import { done, next } from '../../support/makers.js';
import { platform } from '../../support/client.js';
import type { Operation } from '../support/operation.js';
import type { FaultyService } from '../support/faulty-service.js';

const SUBNETS = [1, 2, 3].map((n) => ({ label: `s${n}`, ipv4: `10.0.${n}.0/24` }));

export const VPC_OPERATIONS: readonly Operation[] = [
  {
    name: 'VPC create with subnets, by a restricted user',
    prepare: ({ restricted }, name) =>
      Promise.resolve(() => restricted.post('/vpcs', { label: name, region: 'us-east', subnets: SUBNETS })),
  },
  {
    name: 'VPC update',
    prepare: async (service, name) => {
      const { id } = await makeVpc(service, name);
      return () => service.account.client.put(`/vpcs/${id}`, { label: `${name} renamed`, description: 'd' });
    },
  },
  {
    name: 'VPC delete with subnets',
    prepare: async (service, name) => {
      const { id } = await makeVpc(service, name);
      return () => service.account.client.delete(`/vpcs/${id}`);
    },
  },
  {
    name: 'subnet create',
    prepare: async (service, name) => {
      const { id } = await makeVpc(service, name);
      return () => service.account.client.post(`/vpcs/${id}/subnets`, { label: name, ipv4: '10.0.9.0/24' });
    },
  },
  {
    name: 'subnet update',
    prepare: async (service, name) => {
      const { id, subnets } = await makeVpc(service, name);
      return () => service.account.client.put(`/vpcs/${id}/subnets/${subnets[1].id}`, { label: `${name} s` });
    },
  },
  {
    name: 'subnet delete',
    prepare: async (service, name) => {
      const { id, subnets } = await makeVpc(service, name);
      return () => service.account.client.delete(`/vpcs/${id}/subnets/${subnets[1].id}`);
    },
  },
  {
    name: 'instance put: disks, profiles, interfaces',
    prepare: async (service, name) => {
      const { subnets } = await makeVpc(service, name);
      const [id, body] = [next(), instanceBody(service, name, subnets[0].id)];
      return () => platform(service.app).put(`/instances/${id}`, body);
    },
  },
  {
    name: 'instance replacement',
    prepare: async (service, name) => {
      const { subnets } = await makeVpc(service, name);
      const [id, body] = [next(), instanceBody(service, name, subnets[0].id)];
      done(await platform(service.app).put(`/instances/${id}`, body));
      const other = instanceBody(service, name, subnets[1].id, '10.0.2.9');
      return () => platform(service.app).put(`/instances/${id}`, other);
    },
  },
  {
    name: 'instance delete that keeps an image',
    prepare: async (service, name) => {
      const { subnets } = await makeVpc(service, name);
      const id = next();
      done(await platform(service.app).put(`/instances/${id}`, instanceBody(service, name, subnets[0].id)));
      return () => platform(service.app).delete(`/instances/${id}?keep_image=true`);
    },
  },
];

async function makeVpc({ account }: FaultyService, name: string) {
  return done(await account.client.post('/vpcs', { label: name, region: 'us-east', subnets: SUBNETS }));
}

export function instanceBody({ account }: FaultyService, label: string, subnet?: number, vpc = '10.0.1.9') {
  const attached = { id: next(), purpose: 'vpc', subnet_id: subnet, active: true, ipv4: { vpc } };
  const interfaces = [{ id: next(), purpose: 'public', active: true }, ...(subnet ? [attached] : [])];
  return {
    account_id: account.id,
    label,
    region: 'us-east',
    status: 'running',
    disks: [
      { id: next(), label: 'boot', size: 100 },
      { id: next(), label: 'data', size: 100 },
    ],
    configs: [{ id: next(), label: 'default', interfaces }],
  };
}
