import { ENDPOINTS, type Endpoint } from '../../src/auth/endpoints.js';
import { startApp, type TestApp } from '../support/app.js';
import { expectGolden } from '../support/golden.js';

interface Operation {
  readonly operationId: string;
  readonly description: string;
  readonly tags: readonly string[];
  readonly requestBody?: { readonly content: Record<string, { schema: object }> };
  readonly responses: Record<string, { readonly content?: Record<string, { schema: object }> }>;
  readonly parameters: readonly { name: string; in: string }[];
  readonly security?: readonly object[];
}
interface Document {
  readonly openapi: string;
  readonly paths: Record<string, Record<string, Operation>>;
  readonly components: { schemas: Record<string, { properties?: Record<string, Record<string, unknown>> }> };
}

const ROWS = Object.entries(ENDPOINTS as Record<string, Endpoint>).map(([name, row]) => ({ name, ...row }));

describe('the OpenAPI document', () => {
  let app: TestApp;
  let document: Document;
  beforeAll(async () => {
    app = await startApp();
    document = (await (await fetch(`${app.url}/openapi.json`)).json()) as Document;
  });
  afterAll(() => app.close());

  const operation = ({ method, path }: Endpoint) =>
    document.paths[path.replace(/[:*](\w+)/g, '{$1}')]?.[method.toLowerCase()];

  it('[D-180] is the golden file', () => {
    expectGolden('test/contract/openapi.golden.json', `${JSON.stringify(document, null, 2)}\n`);
  });

  it('[D-180] has every endpoint, and nothing else', () => {
    const ids = Object.values(document.paths).flatMap((path) =>
      Object.values(path).map((of) => of.operationId),
    );
    expect(ids.sort()).toEqual(ROWS.map(({ name }) => name.replaceAll('.', '_')).sort());
    expect(ROWS.filter((row) => operation(row)?.operationId !== row.name.replaceAll('.', '_'))).toEqual([]);
  });

  it('[D-180] tells each success and each refusal that the endpoint can give', () => {
    const wrong = ROWS.flatMap((row) => {
      const { responses } = operation(row)!;
      const refusals = Object.keys(responses).filter((status) => Number(status) >= 400);
      const unexplained = refusals.filter(
        (status) => !responses[status]!.content?.['application/json'] && status !== '416',
      );
      const missing = expectedRefusals(row).filter((status) => !refusals.includes(status));
      const success = responses['200'];
      const silent = !success?.content || Object.values(success.content).some(({ schema }) => !schema);
      return missing.length + unexplained.length > 0 || silent
        ? [{ name: row.name, missing, unexplained, silent }]
        : [];
    });
    expect(wrong).toEqual([]);
  });

  it('[D-180] tells the body of what takes one', () => {
    const bodiless = [
      'event.read',
      'event.seen',
      'account.client.resetSecret',
      'profile.tfa.enable',
      'profile.tfa.disable',
    ];
    const changing = ROWS.filter(({ method }) => method === 'POST' || method === 'PUT');
    const silent = changing.filter((row) => !operation(row)!.requestBody).map(({ name }) => name);
    expect(silent.sort()).toEqual(bodiless.sort());
  });

  it('[D-180] tells scope and grant of every endpoint', () => {
    for (const row of ROWS.filter(({ credential }) => credential === 'token')) {
      const { description, security } = operation(row)!;
      for (const scope of row.scopes) expect(description).toContain(`\`${scope}\``);
      if (row.add) expect(description).toContain(`\`${row.add}\``);
      if (row.grant) expect(description).toContain(`\`${row.grant.permissions}\` on the ${row.grant.kind}`);
      expect(security).toEqual([{ token: [] }]);
    }
  });

  it('[D-180] files every endpoint under one tag', () => {
    expect(ROWS.filter((row) => operation(row)!.tags.length !== 1)).toEqual([]);
  });

  it('[D-180] names every parameter of every path', () => {
    const wrong = ROWS.filter((row) => {
      const named = [...row.path.matchAll(/[:*](\w+)/g)].map(([, name]) => name);
      const told = operation(row)!
        .parameters.filter((of) => of.in === 'path')
        .map(({ name }) => name);
      return JSON.stringify(named.sort()) !== JSON.stringify(told.sort());
    });
    expect(wrong.map(({ name }) => name)).toEqual([]);
  });

  /** The fields that the spec calls Nullable, of the resources that it describes, and those of the decisions. */
  it.each<[string, string[]]>([
    ['VpcShown', ['updated']],
    ['SubnetShown', ['updated']],
    ['VpcIpShown', ['address', 'address_range', 'gateway', 'prefix']],
    ['ProfileShown', ['authorized_keys', 'verified_phone_number']],
    ['AppShown', ['expiry', 'thumbnail_url']],
    ['DeviceShown', []],
    ['LoginShown', []],
    ['SshKeyShown', []],
    ['TokenShown', ['expiry']],
    ['DomainShown', []],
    ['RecordShown', ['service', 'protocol', 'tag']],
    ['ImageShown', ['description', 'eol', 'expiry', 'vendor']],
    ['RegionShown', []],
  ])('[D-16] [D-25] %s is nullable in exactly %j', (name, nullable) => {
    const { properties } = document.components.schemas[name] ?? {};
    expect(properties).toBeDefined();
    const found = Object.entries(properties!).filter(([, schema]) => isNullable(schema));
    expect(found.map(([property]) => property).sort()).toEqual([...nullable].sort());
  });

  it('[Versioning rule 3] [D-24] marks what is deprecated', () => {
    const deprecated = (name: string) =>
      Object.entries(document.components.schemas[name]!.properties!)
        .filter(([, schema]) => schema.deprecated)
        .map(([property]) => property);
    expect(deprecated('DomainShown')).toEqual(['group']);
    expect(deprecated('ProfileShown')).toEqual(['ip_whitelist_enabled']);
  });

  it('[D-180] the page is there, and loads nothing from elsewhere', async () => {
    const page = await fetch(`${app.url}/docs`);
    expect(page.status).toBe(200);
    expect(await page.text()).not.toMatch(/(src|href)="(https?:)?\/\//);
  });
});

/** Of a private image without its scope (D-117), of a disk that is not there (D-122). */
const OTHER_REFUSALS: Readonly<Record<string, string[]>> = { 'image.view': ['403'], 'image.create': ['404'] };

/** The refusals that the row itself brings (D-20, D-28). */
function expectedRefusals({ name, credential, path, ...row }: Endpoint & { name: string }): string[] {
  const { scopes, add, grant, admin, method } = row;
  if (credential === 'address') return ['400', '404', '413', '415', '503'];
  const refused = scopes.length > 0 || add || grant || admin;
  const takesBody = method === 'POST' || method === 'PUT';
  return [
    '401',
    ...(credential === 'token' && refused ? ['403'] : []),
    ...(/[:*]/.test(path) ? ['404'] : []),
    ...(OTHER_REFUSALS[name] ?? []),
    ...(takesBody ? ['400', '413', '415'] : []),
    ...(credential === 'platform' ? [] : ['429']),
    '503',
  ];
}

function isNullable(schema: Record<string, unknown>): boolean {
  return schema.nullable === true || (Array.isArray(schema.type) && schema.type.includes('null'));
}
