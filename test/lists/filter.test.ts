import { type Client } from '../support/client.js';
import { done, makeAccount } from '../support/makers.js';
import { ALL, FilterFixture, NOT_APPLICABLE, refused } from './filter-fixture.js';

let fixture: FilterFixture;
let client: Client;
const labels = (filter: unknown) => fixture.vpcs(filter);

beforeAll(async () => {
  fixture = await FilterFixture.start();
  client = fixture.client;
});
afterAll(() => fixture.app.close());

describe('strings', () => {
  it.each<[object, number[]]>([
    [{ label: 'alpha' }, [0]],
    [{ label: 'ALPHA' }, []],
    [{ label: '' }, []],
    [{ label: null }, []],
    [{ description: '' }, [1, 2, 3, 4]],
    [{ label: { '+neq': 'alpha' } }, [1, 2, 3, 4]],
    [{ label: { '+neq': null } }, ALL],
    [{ label: { '+contains': 'ALPHA' } }, [0, 3]],
    [{ label: { '+contains': '' } }, ALL],
    [{ label: { '+contains': '%_\\' } }, [4]],
    [{ label: { '+contains': 'a%a' } }, []],
    [{ label: { '+gt': 'beta' } }, [2]],
    [{ label: { '+gte': 'BETA' } }, [1, 2]],
    [{ label: { '+lt': 'alphabet' } }, [0, 4]],
    [{ label: { '+lte': 'ALPHABET' } }, [0, 3, 4]],
    [{ label: { '+gt': 'alpha', '+lt': 'beta' } }, [3]],
    [{ label: 'alpha', region: 'us-east' }, [0]],
    [{ label: 'alpha', region: 'us-west' }, []],
    [{ label: "' OR 1=1 --" }, []],
    [{ label: '$1' }, []],
  ])('[D-36] %j', async (filter, found) => {
    expect(await labels(filter)).toEqual(found);
  });

  it('[D-35] are UTF-8 in the header', async () => {
    const other = (await makeAccount(fixture.app)).client;
    done(await other.post('/vpcs', { label: 'münchen \u{1f600}', region: 'us-east' }));
    expect((await other.filter('/vpcs', { label: { '+contains': 'MÜNCHEN \u{1f600}' } })).body.results).toBe(
      1,
    );
    expect((await other.filter('/vpcs', { label: 'm\\u00fcnchen' })).body.results).toBe(0);
  });

  it.each([5, true, [], ['alpha'], {}])('[D-38] are not compared with %j', async (operand) => {
    expect(await labels({ label: operand })).toEqual(NOT_APPLICABLE);
    for (const operator of ['+gt', '+gte', '+lt', '+lte', '+neq', '+contains']) {
      expect(await labels({ label: { [operator]: operand } })).toEqual(NOT_APPLICABLE);
    }
  });

  it.each(['+gt', '+gte', '+lt', '+lte', '+contains'])(
    '[D-36] [D-38] null only with equal and +neq: not %s',
    async (operator) => {
      expect(await labels({ label: { [operator]: null } })).toEqual(NOT_APPLICABLE);
    },
  );

  it('[D-11] [D-38] with U+0000 or a lone surrogate do not apply', async () => {
    expect(await labels('{"label": "a\\u0000"}')).toEqual(NOT_APPLICABLE);
    expect(await labels('{"label": {"+contains": "\\ud800"}}')).toEqual(NOT_APPLICABLE);
  });
});

describe('numbers', () => {
  it('[D-36] compare', async () => {
    const [first, second] = (await client.get('/vpcs')).body.data.map(({ id }: { id: number }) => id);
    expect(await labels({ id: first })).toEqual([0]);
    expect(await labels({ id: { '+neq': first } })).toEqual([1, 2, 3, 4]);
    expect(await labels({ id: { '+gt': second } })).toEqual([2, 3, 4]);
    expect(await labels({ id: { '+gte': second } })).toEqual([1, 2, 3, 4]);
    expect(await labels({ id: { '+lt': second } })).toEqual([0]);
    expect(await labels({ id: { '+lte': second } })).toEqual([0, 1]);
    expect(await labels({ id: { '+lt': second - 0.5 } })).toEqual([0]);
  });

  it.each<[string, number[]]>([
    ['1e300', []],
    ['-1', []],
    ['0.5', []],
    ['9007199254740993', []],
    ['123456789012345678901234567890', []],
    ['null', []],
    ['{"+neq": null}', ALL],
    ['{"+lt": 1e300}', ALL],
    ['{"+gt": -1e300}', ALL],
  ])('[D-36] id %s', async (operand, found) => {
    expect(await labels(`{"id": ${operand}}`)).toEqual(found);
  });

  it.each(['"1"', 'true', '1e999', '[]', '{"+contains": 1}', '{"+gt": "1"}', '{"+gt": null}'])(
    '[D-10] [D-38] id %s does not apply',
    async (operand) => {
      expect(await labels(`{"id": ${operand}}`)).toEqual(NOT_APPLICABLE);
    },
  );
});

describe('times', () => {
  it.each<[unknown, number[]]>([
    ['2026-01-01T12:00:00', [0]],
    ['2026-01-01T12:00:00Z', [0]],
    ['2026-01-01T12:00:00.000Z', [0]],
    ['2026-01-01T14:30:00+02:30', [0]],
    ['2026-01-01', []],
    [{ '+gte': '2026-04-01' }, [3, 4]],
    [{ '+gt': '2026-04-01T12:00:00' }, [4]],
    [{ '+lt': '2026-02-01T12:00:00' }, [0]],
    [{ '+lte': '2026-02-01T12:00:00' }, [0, 1]],
    [{ '+neq': '2026-02-01T12:00:00' }, [0, 2, 3, 4]],
    [{ '+gt': '2026-01-15', '+lt': '2026-03-15' }, [1, 2]],
    [{ '+lt': '9999-12-31T23:59:59' }, ALL],
    [{ '+neq': null }, ALL],
    [null, []],
  ])('[D-09] [D-36] created %j', async (operand, found) => {
    expect(await labels({ created: operand })).toEqual(found);
  });

  it.each([
    '',
    'yesterday',
    '2026',
    '2026-01',
    '2026-02-30',
    '2026-01-01 12:00:00',
    '2026-01-01T12:00',
    '2026-01-01T24:00:00',
    '2026-01-01T12:00:60',
    '2026-01-01T12:00:00+25:00',
    '10000-01-01T00:00:00',
    1767268800,
    true,
    { '+contains': '2026' },
    { '+gt': 5 },
    { '+lt': null },
  ])('[D-09] [D-38] created %j does not apply', async (operand) => {
    expect(await labels({ created: operand })).toEqual(NOT_APPLICABLE);
  });
});

describe('booleans', () => {
  it.each<[object, number]>([
    [{ seen: false }, 5],
    [{ seen: true }, 0],
    [{ read: { '+neq': true } }, 5],
    [{ read: { '+neq': false } }, 0],
    [{ read: { '+neq': null } }, 5],
    [{ read: null }, 0],
  ])('[D-36] %j', async (filter, found) => {
    expect(await fixture.events(filter)).toBe(found);
  });

  it.each(['"true"', '1', '{"+gt": false}', '{"+contains": "t"}', '{"+lte": true}'])(
    '[D-10] [D-38] seen %s does not apply',
    async (operand) => {
      expect(await fixture.events(`{"seen": ${operand}}`)).toEqual(NOT_APPLICABLE);
    },
  );
});

describe('null', () => {
  it.each<[object, number]>([
    [{ username: null }, 1],
    [{ username: { '+neq': null } }, 4],
    [{ username: { '+neq': 'nobody' } }, 5],
    [{ username: { '+contains': '' } }, 4],
    [{ 'entity.type': 'vpc' }, 5],
  ])('[D-36] %j: only +neq matches null', async (filter, found) => {
    expect(await fixture.events(filter)).toBe(found);
  });

  it('[D-36] sorts last in both directions', async () => {
    for (const order of ['asc', 'desc']) {
      const { body } = await client.filter('/account/events', { '+order_by': 'username', '+order': order });
      expect(body.data.map(({ username }: { username: string | null }) => username).indexOf(null)).toBe(4);
    }
  });
});

describe('arrays', () => {
  let tagged: Client;
  beforeAll(async () => {
    tagged = (await makeAccount(fixture.app)).client;
    const common = { type: 'master', soa_email: 'a@example.com' };
    done(await tagged.post('/domains', { ...common, domain: 'one.example.com', tags: ['Red', 'green'] }));
    done(await tagged.post('/domains', { ...common, domain: 'two.example.com', tags: ['blue'] }));
    done(await tagged.post('/domains', { ...common, domain: 'three.example.com' }));
  });
  const found = async (filter: unknown) => {
    const { status, body } = await tagged.filter('/domains', filter);
    return status === 200 ? body.data.map(({ domain }: { domain: string }) => domain.split('.')[0]) : body;
  };

  it.each<[unknown, string[]]>([
    ['Red', ['one']],
    ['red', []],
    [{ '+contains': 'RE' }, ['one']],
    [{ '+contains': 'e' }, ['one', 'two']],
    [{ '+neq': 'blue' }, ['one', 'three']],
  ])('[D-37] tags %j', async (operand, names) => {
    expect(await found({ tags: operand })).toEqual(names);
  });

  it('[D-37] an array as the operand: Tags filter must be a string or dict', async () => {
    expect(await found({ tags: ['Red'] })).toEqual(refused('Tags filter must be a string or dict'));
  });

  it.each(['5', '{"+gt": "a"}', '{"+contains": 5}', '{"+neq": ["a"]}'])(
    '[D-38] tags %s does not apply',
    async (operand) => {
      expect(await found(`{"tags": ${operand}}`)).toEqual(NOT_APPLICABLE);
    },
  );

  it('[D-36] are not orderable', async () => {
    expect(await found({ '+order_by': 'tags' })).toEqual(refused('Cannot order by tags'));
  });

  it('[D-36] [D-91] a domain is normalised before the comparison', async () => {
    expect(await found({ domain: 'ONE.Example.Com.' })).toEqual(['one']);
  });

  it('[D-36] [D-91] a part of a domain is searched as it is', async () => {
    expect(await found({ domain: { '+contains': 'ONE.Example.' } })).toEqual(['one']);
    expect(await found({ domain: { '+contains': 'one.exam.' } })).toEqual([]);
  });
});
