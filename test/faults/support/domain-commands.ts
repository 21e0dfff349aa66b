import { domainToASCII } from 'node:url';
import fc from 'fast-check';
import { NOT_FOUND, refusal, type Answer } from '../../support/client.js';
import { among, Command, MISSING, who } from './model-command.js';
import {
  domainSeconds,
  recordTtl,
  standsInTheWay,
  type Model,
  type ModelDomain,
  type ModelRecord,
} from './model.js';

const TAKEN = refusal('domain', 'Domain already exists.');
const CONFLICT = refusal('name', 'Record conflict - CNAMES must be unique');
const CNAME_TARGETS = 'host.example.org';

const index = fc.nat(9);
const name = fc.constantFrom('one', 'two', 'three', 'bücher');
const spelling = fc.constantFrom<(domain: string) => string>(
  (domain) => domain,
  (domain) => domain.toUpperCase(),
  (domain) => `${domain}.`,
);
const seconds = fc.oneof(fc.constantFrom(0, 1, 30, 1950, 5399, 5400, 907199, 2419201), fc.nat(3_000_000));
const recordName = fc.constantFrom('', 'a', 'A', 'b', 'a.b');
const type = fc.constantFrom('A', 'TXT', 'CNAME', 'MX');
const TARGETS: Readonly<Record<string, string>> = {
  A: '192.0.2.1',
  TXT: 'any "text"',
  CNAME: CNAME_TARGETS,
  MX: 'mail',
};

/** Commands on domains and their records. */
export const DOMAIN_COMMANDS = [
  fc.tuple(who, name, spelling, seconds).map(
    ([by, name, spell, ttl_sec]) =>
      new Command(`createDomain ${name}`, async (model, real) => {
        const wanted = `${name}-${real.suffix}.example.com`;
        const body = { domain: spell(wanted), type: 'master', soa_email: 'a@example.com', ttl_sec };
        const answer = await by.client(real).post('/domains', body);
        const domain = domainToASCII(wanted);
        if (model.isTaken(domain)) return expect(answer).toMatchObject({ status: 400, body: TAKEN });
        const { id } = answer.body;
        const made = {
          id,
          account: by.account,
          domain,
          status: 'active',
          ttl_sec: domainSeconds(ttl_sec),
          records: [],
        };
        expectDomain(made, answer);
        model.domains.push(made);
        model.events[by.account]!.push(`domain_create ${domain}`);
      }),
  ),
  fc
    .tuple(
      who,
      index,
      fc.record(
        { name, status: fc.constantFrom('active', 'disabled'), ttl_sec: seconds },
        { requiredKeys: [] },
      ),
    )
    .map(
      ([by, at, { name, status, ttl_sec }]) =>
        new Command(`updateDomain ${name}`, async (model, real) => {
          const domain = among(model.domainsOf(by.account), at);
          const wanted = name && `${name}-${real.suffix}.example.com`;
          const body = { domain: wanted, status, ttl_sec };
          const answer = await by.client(real).put(`/domains/${domain?.id ?? MISSING}`, body);
          if (!domain) return expect(answer).toMatchObject({ status: 404, body: NOT_FOUND });
          const renamed = wanted ? domainToASCII(wanted) : domain.domain;
          if (renamed !== domain.domain && model.isTaken(renamed)) {
            return expect(answer).toMatchObject({ status: 400, body: TAKEN });
          }
          domain.domain = renamed;
          domain.status = status ?? domain.status;
          if (ttl_sec !== undefined) domain.ttl_sec = domainSeconds(ttl_sec);
          expectDomain(domain, answer);
          model.events[by.account]!.push(`domain_update ${renamed}`);
        }),
    ),
  fc.tuple(who, index, name).map(
    ([by, at, name]) =>
      new Command(`cloneDomain ${name}`, async (model, real) => {
        const source = among(model.domainsOf(by.account), at);
        const wanted = `${name}-${real.suffix}.example.com`;
        const answer = await by
          .client(real)
          .post(`/domains/${source?.id ?? MISSING}/clone`, { domain: wanted });
        if (!source) return expect(answer).toMatchObject({ status: 404, body: NOT_FOUND });
        const domain = domainToASCII(wanted);
        if (model.isTaken(domain)) return expect(answer).toMatchObject({ status: 400, body: TAKEN });
        const { id } = answer.body;
        const { body } = await by.client(real).get(`/domains/${id}/records`);
        const records = source.records.map((one, n) => ({ ...one, id: body.data[n].id as number }));
        const made = { ...source, id, domain, status: 'active', records };
        expectDomain(made, answer);
        expectRecords(made, { status: 200, body } as Answer);
        model.domains.push(made);
        model.events[by.account]!.push(`domain_create ${domain}`);
      }),
  ),
  fc.tuple(who, index).map(
    ([by, at]) =>
      new Command('deleteDomain', async (model, real) => {
        const domain = among(model.domainsOf(by.account), at);
        const answer = await by.client(real).delete(`/domains/${domain?.id ?? MISSING}`);
        if (!domain) return expect(answer).toMatchObject({ status: 404, body: NOT_FOUND });
        expect(answer).toMatchObject({ status: 200, body: {} });
        model.domains.splice(model.domains.indexOf(domain), 1);
        model.events[by.account]!.push(`domain_delete ${domain.domain}`);
      }),
  ),
  fc.tuple(who, index, type, recordName, seconds).map(
    ([by, at, type, given, ttl]) =>
      new Command(`createRecord ${type} '${given}'`, async (model, real) => {
        const domain = among(model.domainsOf(by.account), at);
        // A CNAME can't stand at the apex.
        const name = type === 'CNAME' && given === '' ? 'c' : given;
        const record = { type, name, target: TARGETS[type]!, ttl_sec: ttl };
        const answer = await by.client(real).post(`/domains/${domain?.id ?? MISSING}/records`, record);
        if (!domain) return expect(answer).toMatchObject({ status: 404, body: NOT_FOUND });
        if (standsInTheWay(domain.records, type, name)) {
          return expect(answer).toMatchObject({ status: 400, body: CONFLICT });
        }
        const ttl_sec = recordTtl(ttl);
        expect(answer).toMatchObject({ status: 200, body: { ...record, ttl_sec } });
        domain.records.push({ ...record, id: answer.body.id, ttl_sec });
        model.events[by.account]!.push(`domain_record_create ${domain.domain}`);
      }),
  ),
  fc.tuple(who, index, index, fc.record({ name: recordName, ttl_sec: seconds }, { requiredKeys: [] })).map(
    ([by, at, nth, change]) =>
      new Command(`updateRecord '${change.name}'`, async (model, real) => {
        const { domain, record, path } = recordAt(model, by.account, at, nth);
        if (record?.type === 'CNAME' && change.name === '') return;
        const answer = await by.client(real).put(path, change);
        if (!domain || !record) return expect(answer).toMatchObject({ status: 404, body: NOT_FOUND });
        const others = domain.records.filter((one) => one !== record);
        if (standsInTheWay(others, record.type, change.name ?? record.name)) {
          return expect(answer).toMatchObject({ status: 400, body: CONFLICT });
        }
        record.name = change.name ?? record.name;
        if (change.ttl_sec !== undefined) record.ttl_sec = recordTtl(change.ttl_sec);
        expect(answer).toMatchObject({ status: 200, body: record });
        model.events[by.account]!.push(`domain_record_update ${domain.domain}`);
      }),
  ),
  fc.tuple(who, index, index).map(
    ([by, at, nth]) =>
      new Command('deleteRecord', async (model, real) => {
        const { domain, record, path } = recordAt(model, by.account, at, nth);
        const answer = await by.client(real).delete(path);
        if (!domain || !record) return expect(answer).toMatchObject({ status: 404, body: NOT_FOUND });
        expect(answer).toMatchObject({ status: 200, body: {} });
        domain.records = domain.records.filter((one) => one !== record);
        model.events[by.account]!.push(`domain_record_delete ${domain.domain}`);
      }),
  ),
  fc.tuple(who, index).map(
    ([by, at]) =>
      new Command('viewDomain', async (model, real) => {
        const domain = among(model.domains, at);
        const path = `/domains/${domain?.id ?? MISSING}`;
        const [answer, records] = await Promise.all(
          [path, `${path}/records`].map((one) => by.client(real).get(one)),
        );
        if (domain?.account === by.account) {
          expectDomain(domain, answer!);
          expectRecords(domain, records!);
        } else {
          for (const one of [answer, records]) expect(one).toMatchObject({ status: 404, body: NOT_FOUND });
        }
      }),
  ),
  who.map(
    (by) =>
      new Command('listDomains', async (model, real) => {
        const { status, body } = await by.client(real).get('/domains');
        const own = model.domainsOf(by.account);
        expect([status, body.data.map(({ domain }: ModelDomain) => domain)]).toEqual([
          200,
          own.map(({ domain }) => domain),
        ]);
      }),
  ),
];

function recordAt(model: Model, account: number, at: number, nth: number) {
  const domain = among(model.domainsOf(account), at);
  const record = among<ModelRecord>(domain?.records ?? [], nth);
  return { domain, record, path: `/domains/${domain?.id ?? MISSING}/records/${record?.id ?? MISSING}` };
}

function expectDomain({ id, domain, status, ttl_sec }: ModelDomain, answer: Answer): void {
  expect(answer).toMatchObject({ status: 200, body: { id, domain, status, ttl_sec, type: 'master' } });
}

function expectRecords({ records }: ModelDomain, { status, body }: Answer): void {
  expect([status, body.results]).toEqual([200, records.length]);
  expect(body.data).toEqual(records.map((one) => expect.objectContaining(one) as object));
}
