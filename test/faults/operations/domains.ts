import { done } from '../../support/makers.js';
import type { Operation } from '../support/operation.js';
import type { FaultyService } from '../support/faulty-service.js';

export const DOMAIN_OPERATIONS: readonly Operation[] = [
  {
    name: 'domain create, by a restricted user',
    prepare: ({ restricted }, name) => Promise.resolve(() => restricted.post('/domains', master(name))),
  },
  {
    name: 'domain import, by a restricted user',
    prepare: ({ restricted }, name) => {
      const body = { domain: `${name}.example.com`, remote_nameserver: '127.0.0.1' };
      return Promise.resolve(() => restricted.post('/domains/import', body));
    },
  },
  {
    name: 'domain rename',
    prepare: async (service, name) => {
      const id = await makeDomain(service, name);
      return () =>
        service.account.client.put(`/domains/${id}`, { domain: `${name}.example.org`, ttl_sec: 300 });
    },
  },
  {
    name: 'domain clone',
    prepare: async (service, name) => {
      const id = await makeDomain(service, name);
      return () => service.account.client.post(`/domains/${id}/clone`, { domain: `${name}.example.org` });
    },
  },
  {
    name: 'domain delete',
    prepare: async (service, name) => {
      const id = await makeDomain(service, name);
      return () => service.account.client.delete(`/domains/${id}`);
    },
  },
  {
    name: 'claim create',
    prepare: ({ account }, name) => {
      const body = { domain: `${name}.example.com` };
      return Promise.resolve(() => account.client.post('/domains/claims', body));
    },
  },
  {
    name: 'claim withdraw',
    prepare: async ({ account }, name) => {
      const { id } = done(await account.client.post('/domains/claims', { domain: `${name}.example.com` }));
      return () => account.client.delete(`/domains/claims/${id}`);
    },
  },
  {
    name: 'record create',
    prepare: async (service, name) => {
      const id = await makeDomain(service, name);
      const body = { type: 'CNAME', name: 'a.b', target: 'host' };
      return () => service.account.client.post(`/domains/${id}/records`, body);
    },
  },
  {
    name: 'record update',
    prepare: async (service, name) => {
      const id = await makeDomain(service, name);
      const [record] = done(await service.account.client.get(`/domains/${id}/records`)).data;
      return () =>
        service.account.client.put(`/domains/${id}/records/${record.id}`, { name: 'x.y', ttl_sec: 300 });
    },
  },
  {
    name: 'record delete',
    prepare: async (service, name) => {
      const id = await makeDomain(service, name);
      const [record] = done(await service.account.client.get(`/domains/${id}/records`)).data;
      return () => service.account.client.delete(`/domains/${id}/records/${record.id}`);
    },
  },
];

const master = (name: string) => ({
  domain: `${name}.example.com`,
  type: 'master',
  soa_email: 'a@example.com',
});

/** A domain of twenty records. */
async function makeDomain({ account }: FaultyService, name: string): Promise<number> {
  const body = { domain: `${name}.example.com`, remote_nameserver: '127.0.0.1' };
  return done(await account.client.post('/domains/import', body)).id;
}
