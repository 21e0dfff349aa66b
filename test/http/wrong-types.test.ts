import pg from 'pg';
import { Scene } from '../access/scene.js';
import { startApp } from '../support/app.js';
import { platform, type Client } from '../support/client.js';
import { makeDocument } from '../support/document.js';
import { done } from '../support/makers.js';

const app = await startApp();
const database = new pg.Client(app.databaseUrl);
await database.connect();
const scene = await Scene.make(app, database);
const owner = await scene.owner();
const document = (await makeDocument()) as unknown as Document;
afterAll(async () => {
  await database.end();
  await app.close();
});

interface Schema {
  readonly $ref?: string;
  readonly type?: string;
  readonly nullable?: boolean;
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly items?: Schema;
  readonly oneOf?: readonly Schema[];
  readonly anyOf?: readonly Schema[];
  readonly allOf?: readonly Schema[];
}
interface Operation {
  readonly requestBody?: { readonly content: Readonly<Record<string, { readonly schema: Schema }>> };
}
interface Document {
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>;
  readonly components: { readonly schemas: Readonly<Record<string, Schema>> };
}

/**
 * A value in a body: its path as a refusal names it, and a body with only the given value at that
 * path.
 */
interface Place {
  readonly path: string;
  readonly types: ReadonlySet<string>;
  readonly body: (value: unknown) => unknown;
}

/** The schemas of a value, with all references resolved. */
function alternatives(schema: Schema): Schema[] {
  const { $ref, oneOf, anyOf, allOf } = schema;
  if ($ref) return alternatives(document.components.schemas[$ref.split('/').at(-1)!]!);
  const inner = [...(oneOf ?? []), ...(anyOf ?? []), ...(allOf ?? [])];
  return inner.length > 0 ? inner.flatMap(alternatives) : [schema];
}

/** All positions below this one. */
function placesIn(schema: Schema, path: string, body: Place['body']): Place[] {
  return alternatives(schema).flatMap(({ properties = {}, items }) => [
    ...Object.entries(properties).flatMap(([key, inner]) =>
      placesAt(inner, path === '' ? key : `${path}.${key}`, (value) => body({ [key]: value })),
    ),
    ...(items ? placesAt(items, `${path}[0]`, (value) => body([value])) : []),
  ]);
}

function placesAt(schema: Schema, path: string, body: Place['body']): Place[] {
  const types = new Set(alternatives(schema).map(({ type }) => String(type)));
  return [{ path, types, body }, ...placesIn(schema, path, body)];
}

const VALUES: Readonly<Record<string, unknown>> = {
  boolean: true,
  number: 1.5,
  string: 'x',
  object: {},
  array: [],
};

/** A value whose JSON type none of these has. */
function wrong(types: ReadonlySet<string>): unknown {
  const taken = new Set([...types].map((type) => (type === 'integer' ? 'number' : type)));
  return Object.entries(VALUES).find(([type]) => !taken.has(type))![1];
}

/** A record of a type that has the field. */
const RECORDS: Readonly<Record<string, object>> = {
  SRV: { type: 'SRV', target: '.', service: 'sip', priority: 0, weight: 0, port: 1 },
  CAA: { type: 'CAA', target: ';', tag: 'issue' },
  A: { type: 'A', target: '192.0.2.1', name: 'www' },
};
const TYPE_WITH: Readonly<Record<string, string>> = {
  priority: 'SRV',
  weight: 'SRV',
  port: 'SRV',
  service: 'SRV',
  protocol: 'SRV',
  tag: 'CAA',
};
const recordIds = new Map<string, string>();
for (const [type, record] of Object.entries(RECORDS)) {
  const { id } = done(await owner.post(`/v4/domains/${scene.params.domainId}/records`, record));
  recordIds.set(type, String(id));
}

/** The address of a request, and a body whose only fault is the wrong value. */
function asked(path: string, { path: field, body }: Place, value: unknown): [string, unknown] {
  const type = TYPE_WITH[field] ?? 'A';
  const params: Readonly<Record<string, string>> = { ...scene.params, recordId: recordIds.get(type)! };
  const address = path.replace(/\{(\w+)\}/g, (_, name: string) => params[name]!);
  const sent = body(value) as { readonly security_questions?: readonly unknown[] };
  if (path.endsWith('/records') && field !== 'type') return [address, { type, ...sent }];
  if (path.endsWith('/changes')) return [address, changeSet(sent as ChangeSet, field)];
  // For a list without three answers, the service reports only the number.
  const isAnswer = field.startsWith('security_questions[0]');
  return [address, isAnswer ? { security_questions: [...sent.security_questions!, {}, {}] } : sent];
}

type Entry = Readonly<Record<string, object>>;
interface ChangeSet {
  readonly changes?: readonly Entry[];
}

/**
 * The members that complete the one entry of a set, so that only the tested value is wrong, by the
 * form of the value.
 */
const COMPLETED: Readonly<Record<string, (entry: Entry, type: string, member: string) => object>> = {
  to: (entry, type) => ({ update: Number(recordIds.get(type)), ...entry }),
  with: (entry, type) => ({ replace: { type, name: type === 'SRV' ? '_sip._tcp' : '' }, ...entry }),
  replace: ({ replace }, type, member) => ({
    replace: member === 'name' ? { type, ...replace } : replace,
    with: [],
  }),
  create: ({ create }, type, member) => ({
    create: member === '' || member === 'type' ? create : { type, ...create },
  }),
};

function changeSet(sent: ChangeSet, field: string): unknown {
  const [, form = '', member = ''] = /^changes\[0\]\.(\w+)(?:\[0\])?(?:\.(\w+))?$/.exec(field) ?? [];
  const completed = COMPLETED[form];
  const entry = sent.changes?.[0];
  return completed && entry ? { changes: [completed(entry, TYPE_WITH[member] ?? 'A', member)] } : sent;
}

const operations = Object.entries(document.paths).flatMap(([path, methods]) =>
  ['post', 'put'].flatMap((method) => {
    const schema = methods[method]?.requestBody?.content['application/json']?.schema;
    return schema && path.startsWith('/') ? [{ method: method.toUpperCase(), path, schema }] : [];
  }),
);
const cases = operations.flatMap(({ method, path, schema }) =>
  placesIn(schema, '', (value) => value).map((place) => ({ method, path, place })),
);

describe('[D-278] [D-10] a wrong JSON type, of every property of every operation', () => {
  it('finds the properties', () => expect(cases.length).toBeGreaterThan(150));

  it.each(cases.map((one) => [`${one.method} ${one.path} ${one.place.path}`, one] as const))(
    '%s',
    async (_title, { method, path, place }) => {
      const client: Client = path.startsWith('/platform') ? platform(app) : owner;
      const [address, body] = asked(path, place, wrong(place.types));
      const target = path.startsWith('/platform') ? address.replace('/platform/v1', '') : address;
      const send = (headers = {}) => client.send(method, target, JSON.stringify(body), headers);

      const plain = await send();
      const problem = await send({ Accept: 'application/problem+json' });

      expect([plain.status, problem.status]).toEqual([400, 400]);
      const shown = problem.body.errors as { field: string; reason: string; expected?: unknown }[];
      expect(plain.body).toEqual({ errors: shown.map(({ field, reason }) => ({ field, reason })) });
      expect(shown.find(({ field }) => field === place.path)).toMatchObject({
        code: 'value_not_valid',
        expected: expect.any(Object),
      });
    },
  );
});
