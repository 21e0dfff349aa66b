import type { Answer, Question } from 'dns-packet';
import { Registry } from '../../src/domain/claims/registry/registry.js';
import {
  asking,
  fakeRegistry,
  ns,
  NXDOMAIN,
  soaOf,
  zoneWith,
  type Answering,
  type FakeRegistry,
} from '../support/registry.js';

const DOMAIN = 'name.zone.test';
const HOST = 'label.claim.provider.example';
const AUTHORITATIVE = 0x0400;

const TRUNCATED = 0x0200;
const QUESTION = { name: DOMAIN, type: 'NS', class: 'IN' };
const LISTED = { authorities: [ns(DOMAIN, HOST)] };

const open: FakeRegistry[] = [];
afterEach(async () => {
  for (const registry of open.splice(0)) await registry.close();
});

async function lookUp(answer: Answering, choices?: Parameters<typeof asking>[1]) {
  const fake = await fakeRegistry(answer);
  open.push(fake);
  const registry = new Registry(asking(fake.port, choices));
  return {
    asked: fake.asked,
    listed: await registry.lists(DOMAIN, HOST).catch((error: Error) => error.message),
  };
}

/** The zone's server answers the question for the delegation so; all else is in order. */
const delegation =
  (answer: ReturnType<Answering>): Answering =>
  (question) =>
    question.recursive ? zoneWith('zone.test', new Map())(question) : answer;

const others = (count: number) => Array.from({ length: count }, (_, i) => ns(DOMAIN, `n${i}.test`));

describe('[D-204] the registry lists a nameserver', () => {
  it.each([
    ['in a referral', { authorities: [ns(DOMAIN, 'other.test'), ns(DOMAIN, HOST)] }, true],
    ['as the last of 128 records', { authorities: [...others(127), ns(DOMAIN, HOST)] }, true],
    ['in another case', { authorities: [ns(DOMAIN.toUpperCase(), HOST.toUpperCase())] }, true],
    ['not, when the referral has others', { authorities: [ns(DOMAIN, 'other.test')] }, false],
    ['not, when it only begins so', { authorities: [ns(DOMAIN, `${HOST}.test`)] }, false],
    ['not for a name below', { authorities: [ns(`sub.${DOMAIN}`, HOST)] }, false],
    ['not for the zone above', { authorities: [ns('zone.test', HOST)] }, false],
    [
      'not in the answer of the name’s own zone',
      { flags: AUTHORITATIVE, answers: [ns(DOMAIN, HOST)] },
      false,
    ],
    [
      'not beside such an answer',
      { answers: [ns(DOMAIN, 'a.test')], authorities: [ns(DOMAIN, HOST)] },
      false,
    ],
    ['not as an authority of itself', { flags: AUTHORITATIVE, authorities: [ns(DOMAIN, HOST)] }, false],
    ['not when there is no such name', { flags: NXDOMAIN, authorities: [ns(DOMAIN, HOST)] }, false],
    ['not as a record of another type', { authorities: [{ ...ns(DOMAIN, HOST), type: 'CNAME' }] }, false],
  ])('%s', async (_case, answer, listed) => {
    expect((await lookUp(delegation(answer))).listed).toBe(listed);
  });

  it('only if all of its servers that answer do', async () => {
    const servers = (lists: readonly boolean[]): Answering => {
      let asked = 0;
      return (question) => {
        const { name, type, recursive } = question;
        if (!recursive) return lists[asked++] ? { authorities: [ns(DOMAIN, HOST)] } : { flags: NXDOMAIN };
        if (type !== 'NS') return zoneWith('zone.test', new Map())(question);
        return { answers: lists.map((_, i) => ns(name, `ns${i}.test`)) };
      };
    };
    expect((await lookUp(servers([true, true, true]))).listed).toBe(true);
    expect((await lookUp(servers([true, false, true]))).listed).toBe(false);
  });

  it('of the zone that the name is in, which may lie further up', async () => {
    const up = await lookUp(zoneWith('test', new Map([[DOMAIN, [HOST]]])));
    expect(up.listed).toBe(true);
    const { listed, asked } = await lookUp((question) => {
      // An alias tells nothing of the zone that it is in.
      const alias = { type: 'CNAME', class: 'IN', name: 'zone.test', ttl: 1, data: 'evil.example' };
      if (question.type === 'SOA' && question.name === 'zone.test')
        return { answers: [alias, soaOf('evil.example')] };
      return zoneWith('test', new Map([[DOMAIN, [HOST]]]))(question);
    });
    expect(listed).toBe(true);
    expect(asked.map(({ name }) => name)).not.toContain('evil.example');
  });
});

describe('[D-204] [D-292] a hostile answer', () => {
  const bounds = { answerMs: 300, totalMs: 1500 };

  it.each<[string, Answering, string]>([
    [
      'a zone of which the name is no part',
      () => ({ authorities: [soaOf('evil.example')] }),
      'no zone above',
    ],
    ['no zone at all', () => ({}), 'no zone above'],
    ['a refusal of the resolver', () => ({ flags: 5 }), 'RCODE 5'],
    ['a refusal of the server', delegation({ flags: 5 }), 'no server of zone.test'],
    ['silence of the server', delegation(null), 'no server of zone.test'],
    ['octets that are no DNS message', delegation(Buffer.alloc(40, 0xff)), 'no server of zone.test'],
    [
      'more than 128 records',
      delegation({ authorities: [...others(128), ns(DOMAIN, HOST)] }),
      'no server of zone.test',
    ],
    ['a cut answer', delegation({ ...LISTED, flags: TRUNCATED }), 'no server of zone.test'],
    ['no question', delegation({ ...LISTED, questions: [] }), 'no server of zone.test'],
    ...[
      { ...QUESTION, name: `x.${DOMAIN}` },
      { ...QUESTION, type: 'DS' },
      { ...QUESTION, class: 'CH' },
    ].map((question): [string, Answering, string] => [
      `an answer to ${Object.values(question).join(' ')}`,
      delegation({ ...LISTED, questions: [question] as Question[] }),
      'no server of zone.test',
    ]),
    ['an endless message', delegation(Buffer.from([0xff, 0xff, 0, 0])), 'no server of zone.test'],
  ])('ends the look-up: %s', async (_case, answer, reason) => {
    expect((await lookUp(answer, { bounds })).listed).toContain(reason);
  });

  it('[D-292] about a server gives no address of another name, but that of an alias', async () => {
    const address = (name: string) => ({ type: 'A', class: 'IN', name, ttl: 1, data: '127.0.0.1' }) as Answer;
    const alias = {
      type: 'CNAME',
      class: 'IN',
      name: 'ns.registry.test',
      ttl: 1,
      data: 'real.test',
    } as Answer;
    const world = (answers: Answer[]): Answering => {
      const others = zoneWith('zone.test', new Map([[DOMAIN, [HOST]]]));
      return (question) => (question.type === 'A' ? { answers } : others(question));
    };
    expect((await lookUp(world([address('other.test')]))).listed).toContain('no server of zone.test');
    expect((await lookUp(world([alias, address('other.test')]))).listed).toContain('no server of zone.test');
    expect((await lookUp(world([alias, address('real.test')]))).listed).toBe(true);
  });

  it('with many nameservers and addresses gets a few questions', async () => {
    const { listed, asked } = await lookUp((question) => {
      const { name, type, recursive } = question;
      if (!recursive) return { flags: 5 };
      const many = Array.from({ length: 100 }, (_, i) => i);
      if (type === 'NS') return { answers: many.map((i) => ns(name, `ns${i}.test`)) };
      if (type === 'A')
        return { answers: many.map((i) => ({ type, class: 'IN', name, ttl: 1, data: `127.0.0.${i + 1}` })) };
      return zoneWith('zone.test', new Map())(question);
    });
    expect(listed).toContain('no server of zone.test');
    expect(asked.filter(({ recursive }) => !recursive)).toHaveLength(6);
    expect(asked.length).toBeLessThan(25);
  });

  it.each(['10.0.0.1', '169.254.169.254', '127.0.0.1'])(
    '[D-112] with the address %s leads to no connection unless the operator allows it',
    async (address) => {
      const { listed, asked } = await lookUp(
        (question) =>
          question.type === 'A'
            ? { answers: [{ type: 'A', class: 'IN', name: question.name, ttl: 1, data: address }] }
            : zoneWith('zone.test', new Map([[DOMAIN, [HOST]]]))(question),
        { allowedNetworks: [] },
      );
      expect(listed).toContain('no server of zone.test');
      expect(asked.every(({ recursive }) => recursive)).toBe(true);
    },
  );
});

describe('[D-244] the DS records at the registry', () => {
  const ds = (name: string, keyTag: number, ttl = 60): Answer => {
    const data = { keyTag, algorithm: 13, digestType: 2, digest: Buffer.from('ab01', 'hex') };
    return { type: 'DS', class: 'IN', name, ttl, data } as unknown as Answer;
  };
  const none = { everywhere: [], anywhere: [], ttl: 0 };

  /** @param answers of the servers of the zone, in turn */
  async function dsRecords(...answers: ReturnType<Answering>[]) {
    let asked = 0;
    const fake = await fakeRegistry((question) => {
      if (!question.recursive) return question.type === 'DS' ? answers[asked++]! : null;
      if (question.type !== 'NS') return zoneWith('zone.test', new Map())(question);
      return { answers: answers.map((_, i) => ns(question.name, `ns${i}.test`)) };
    });
    open.push(fake);
    const registry = new Registry(asking(fake.port));
    return registry.dsRecords(DOMAIN).catch((error: Error) => error.message);
  }

  it.each([
    ['one', [ds(DOMAIN, 1)], { everywhere: ['1 13 2 AB01'], anywhere: ['1 13 2 AB01'], ttl: 60 }],
    ['none', [], none],
    ['of another name', [ds(`sub.${DOMAIN}`, 1)], none],
  ])('%s', async (_case, answers, expected) => {
    expect(await dsRecords({ flags: AUTHORITATIVE, answers })).toEqual(expected);
  });

  it('none for a name that does not exist', async () => {
    expect(await dsRecords({ flags: AUTHORITATIVE | NXDOMAIN, authorities: [soaOf('zone.test')] })).toEqual(
      none,
    );
  });

  it('of all servers: those that every one lists, those that some list, and the longest TTL', async () => {
    const answer = (...answers: Answer[]) => ({ flags: AUTHORITATIVE, answers });
    expect(await dsRecords(answer(ds(DOMAIN, 1), ds(DOMAIN, 2, 7200)), answer(ds(DOMAIN, 2)))).toEqual({
      everywhere: ['2 13 2 AB01'],
      anywhere: expect.arrayContaining(['1 13 2 AB01', '2 13 2 AB01']),
      ttl: 7200,
    });
  });

  it.each([
    ['a referral', { authorities: [ns(DOMAIN, 'ns.test')] }],
    ['the zone of the name itself', { flags: AUTHORITATIVE, authorities: [soaOf(DOMAIN)] }],
    ['a failure', { flags: 2 }],
  ])('nothing from %s', async (_case, answer) => {
    expect(await dsRecords(answer)).toBe(`no server of zone.test answers for ${DOMAIN}`);
  });
});
