import fc from 'fast-check';
import { NOT_FOUND, refusal, type Answer } from '../../support/client.js';
import {
  interfaceId,
  MAX_SUBNETS,
  MAX_VPCS,
  overlap,
  type Model,
  type ModelVpc,
  type Real,
} from './model.js';
import { among, Command, MISSING, who, type Who } from './model-command.js';

const RANGES = ['10.0.0.0/24', '10.0.0.128/25', '10.0.1.0/24', '10.0.0.0/16', '10.1.0.0/24', '172.16.0.0/29'];
const OVERLAPS = 'Range must not overlap with other subnets of the same VPC';
const TOO_MANY = refusal('', `You have reached the maximum of ${MAX_SUBNETS} subnets for this VPC.`);
const INSTANCES = 3;

const range = fc.constantFrom(...RANGES);
const label = fc.constantFrom('a', 'net', 'é'.repeat(64), '"quoted"');
const index = fc.nat(9);

/** Commands on VPCs, subnets and what is attached to them. */
export const VPC_COMMANDS = [
  fc.tuple(who, label, fc.array(range, { maxLength: 4 })).map(
    ([by, label, ranges]) =>
      new Command(`createVpc ${ranges.join(' ')}`, async (model, real) => {
        const subnets = ranges.map((ipv4, n) => ({ label: `s${n}`, ipv4 }));
        const answer = await by.client(real).post('/vpcs', { label, region: 'us-east', subnets });
        const errors = faultsOfVpc(model, by, ranges);
        if (errors.length > 0) return expect(answer).toMatchObject({ status: 400, body: { errors } });
        expect(answer.status).toBe(200);
        const { id, subnets: made } = answer.body;
        const vpc: ModelVpc = { id, account: by.account, label, description: '', subnets: made };
        expect(made.map(({ ipv4 }: { ipv4: string }) => ipv4)).toEqual(ranges);
        model.vpcs.push({ ...vpc, subnets: subnets.map((one, n) => ({ ...one, id: made[n].id })) });
        model.events[by.account]!.push(
          `vpc_create ${label}`,
          ...subnets.map((one) => `subnet_create ${one.label}`),
        );
      }),
  ),
  fc.tuple(who, index, fc.record({ label, description: label }, { requiredKeys: [] })).map(
    ([by, at, change]) =>
      new Command('updateVpc', async (model, real) => {
        const vpc = among(model.vpcsOf(by.account), at);
        const answer = await by.client(real).put(`/vpcs/${vpc?.id ?? MISSING}`, change);
        if (!vpc) return expect(answer).toMatchObject({ status: 404, body: NOT_FOUND });
        Object.assign(vpc, change);
        expectVpc(model, vpc, answer);
        model.events[by.account]!.push(`vpc_update ${vpc.label}`);
      }),
  ),
  fc.tuple(who, index).map(
    ([by, at]) =>
      new Command('deleteVpc', async (model, real) => {
        const vpc = among(model.vpcsOf(by.account), at);
        const answer = await by.client(real).delete(`/vpcs/${vpc?.id ?? MISSING}`);
        if (!vpc) return expect(answer).toMatchObject({ status: 404, body: NOT_FOUND });
        if (vpc.subnets.some(({ id }) => model.isAttached(id))) {
          const body = refusal('', 'Cannot delete a VPC with resources attached');
          return expect(answer).toMatchObject({ status: 400, body });
        }
        expect(answer).toMatchObject({ status: 200, body: {} });
        model.vpcs.splice(model.vpcs.indexOf(vpc), 1);
        const subnets = vpc.subnets.map((one) => `subnet_delete ${one.label}`);
        model.events[by.account]!.push(`vpc_delete ${vpc.label}`, ...subnets);
      }),
  ),
  fc.tuple(who, index, range, label).map(
    ([by, at, ipv4, label]) =>
      new Command(`createSubnet ${ipv4}`, async (model, real) => {
        const vpc = among(model.vpcsOf(by.account), at);
        const answer = await by.client(real).post(`/vpcs/${vpc?.id ?? MISSING}/subnets`, { label, ipv4 });
        if (!vpc) return expect(answer).toMatchObject({ status: 404, body: NOT_FOUND });
        const faults = [
          ...(vpc.subnets.length >= MAX_SUBNETS ? [TOO_MANY] : []),
          ...(vpc.subnets.some((one) => overlap(one.ipv4, ipv4)) ? [refusal('ipv4', OVERLAPS)] : []),
        ];
        if (faults.length > 0) {
          expect(answer.status).toBe(400);
          return expect(faults).toContainEqual(answer.body);
        }
        expect(answer).toMatchObject({ status: 200, body: { label, ipv4, instances: [] } });
        vpc.subnets.push({ id: answer.body.id, label, ipv4 });
        model.events[by.account]!.push(`subnet_create ${label}`);
      }),
  ),
  fc.tuple(who, index, index, label).map(
    ([by, at, sub, label]) =>
      new Command('updateSubnet', async (model, real) => {
        const vpc = among(model.vpcsOf(by.account), at);
        const subnet = among(vpc?.subnets ?? [], sub);
        const path = `/vpcs/${vpc?.id ?? MISSING}/subnets/${subnet?.id ?? MISSING}`;
        const answer = await by.client(real).put(path, { label });
        if (!subnet) return expect(answer).toMatchObject({ status: 404, body: NOT_FOUND });
        subnet.label = label;
        const instances = model.instancesOf(subnet.id);
        expect(answer).toMatchObject({ status: 200, body: { ...subnet, instances } });
        model.events[by.account]!.push(`subnet_update ${label}`);
      }),
  ),
  fc.tuple(who, index, index).map(
    ([by, at, sub]) =>
      new Command('deleteSubnet', async (model, real) => {
        const vpc = among(model.vpcsOf(by.account), at);
        const subnet = among(vpc?.subnets ?? [], sub);
        const answer = await by
          .client(real)
          .delete(`/vpcs/${vpc?.id ?? MISSING}/subnets/${subnet?.id ?? MISSING}`);
        if (!vpc || !subnet) return expect(answer).toMatchObject({ status: 404, body: NOT_FOUND });
        if (model.isAttached(subnet.id)) {
          const body = refusal('', 'Cannot delete a subnet with resources associated with it');
          return expect(answer).toMatchObject({ status: 400, body });
        }
        expect(answer).toMatchObject({ status: 200, body: {} });
        vpc.subnets = vpc.subnets.filter((one) => one !== subnet);
        model.events[by.account]!.push(`subnet_delete ${subnet.label}`);
      }),
  ),
  fc.tuple(who, fc.nat(INSTANCES - 1), fc.uniqueArray(fc.nat(5), { maxLength: 3 })).map(
    ([by, n, wanted]) =>
      new Command('attach', async (model, real) => {
        const own = model.vpcsOf(by.account).flatMap(({ subnets }) => subnets);
        const subnets = own.filter((_, place) => wanted.includes(place));
        const id = instanceId(real, by.account, n);
        const interfaces = subnets.map((subnet, place) => ({
          id: interfaceId(id, place),
          purpose: 'vpc',
          subnet_id: subnet.id,
          active: true,
          ipv4: { vpc: subnet.ipv4.replace(/\d+\/\d+$/, (end) => String(Number.parseInt(end, 10) + 2 + n)) },
        }));
        const answer = await real.platform.put(`/instances/${id}`, {
          account_id: real.accounts[by.account],
          label: 'i',
          region: 'us-east',
          status: 'running',
          configs: [{ id, label: 'c', interfaces }],
        });
        expect(answer.status).toBe(200);
        model.instances.set(id, { account: by.account, subnets: subnets.map((one) => one.id) });
      }),
  ),
  fc.tuple(who, fc.nat(INSTANCES - 1)).map(
    ([by, n]) =>
      new Command('detach', async (model, real) => {
        const id = instanceId(real, by.account, n);
        const answer = await real.platform.delete(`/instances/${id}`);
        expect(answer.status).toBe(model.instances.delete(id) ? 200 : 404);
      }),
  ),
  fc.tuple(who, index).map(
    ([by, at]) =>
      new Command('viewVpc', async (model, real) => {
        const vpc = among(model.vpcs, at);
        const answer = await by.client(real).get(`/vpcs/${vpc?.id ?? MISSING}`);
        // Another's is not there (D-32).
        if (vpc?.account === by.account) expectVpc(model, vpc, answer);
        else expect(answer).toMatchObject({ status: 404, body: NOT_FOUND });
      }),
  ),
  who.map(
    (by) =>
      new Command('listVpcs', async (model, real) => {
        const { status, body } = await by.client(real).get('/vpcs');
        const own = model.vpcsOf(by.account);
        expect([status, body.results]).toEqual([200, own.length]);
        own.forEach((vpc, n) => expectVpc(model, vpc, { status, body: body.data[n] } as Answer));
      }),
  ),
];

function faultsOfVpc(model: Model, { account }: Who, ranges: readonly string[]) {
  if (ranges.length > MAX_SUBNETS) {
    return [
      { field: 'subnets', reason: `You have reached the maximum of ${MAX_SUBNETS} subnets for this VPC.` },
    ];
  }
  const overlapping = ranges.flatMap((one, n) =>
    ranges.slice(0, n).some((other) => overlap(one, other))
      ? [{ field: `subnets[${n}].ipv4`, reason: OVERLAPS }]
      : [],
  );
  if (overlapping.length > 0 || model.vpcsOf(account).length < MAX_VPCS) return overlapping;
  return [{ field: '', reason: `You have reached the maximum of ${MAX_VPCS} VPCs.` }];
}

function expectVpc(model: Model, { id, label, description, subnets }: ModelVpc, answer: Answer): void {
  const shown = subnets.map((one) => ({ ...one, instances: model.instancesOf(one.id) }));
  expect(answer).toMatchObject({
    status: 200,
    body: { id, label, description, region: 'us-east', subnets: shown },
  });
}

function instanceId({ firstId }: Real, account: number, n: number): number {
  return firstId + account * INSTANCES + n;
}
