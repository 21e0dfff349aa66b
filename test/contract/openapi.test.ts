import type { EndpointRow } from '../../src/access/endpoint.js';
import { ENDPOINTS } from '../../src/access/endpoints.js';
import { startApp, type TestApp } from '../support/app.js';
import { makeDocument } from '../support/document.js';
import { expectGolden } from '../support/golden.js';
import { summaryOf, type Summarised } from './summary.js';

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

type Row = EndpointRow & { readonly name: string };
const ROWS: Row[] = Object.entries(ENDPOINTS as Record<string, EndpointRow>).map(([name, row]) => ({
  name,
  ...row,
}));

describe('the OpenAPI document', () => {
  let app: TestApp;
  let document: Document;
  beforeAll(async () => {
    app = await startApp();
    document = (await (await fetch(`${app.url}/openapi.json`)).json()) as Document;
  });
  afterAll(() => app.close());

  const operation = ({ method, path }: EndpointRow) =>
    document.paths[path.replace(/[:*](\w+)/g, '{$1}')]?.[method.toLowerCase()];

  it('[D-180] has the operations, fields and statuses of the golden list', () => {
    expectGolden('test/contract/openapi.golden.txt', summaryOf(document as Document & Summarised));
  });

  it('[D-20] [D-180] has one address, which can only be read', async () => {
    const changed = await fetch(`${app.url}/openapi.json`, { method: 'POST' });
    expect([changed.status, changed.headers.get('allow')]).toEqual([405, 'GET, HEAD']);
    expect((await fetch(`${app.url}/openapi.json/v4/vpcs`)).status).toBe(404);
    expect((await fetch(`${app.url}/openapi.json/`)).status).toBe(200);
  });

  it('[D-180] is served as the sources make it', async () => {
    expect(document).toEqual(JSON.parse(JSON.stringify(await makeDocument())));
  });

  it('[D-180] has every endpoint, and nothing else', () => {
    const ids = Object.values(document.paths).flatMap((path) =>
      Object.values(path).map((of) => of.operationId),
    );
    expect(ids.sort()).toEqual(ROWS.map(({ name }) => name.replaceAll('.', '_')).sort());
    expect(ROWS.filter((row) => operation(row)?.operationId !== row.name.replaceAll('.', '_'))).toEqual([]);
  });

  it('[D-180] tells the success of every endpoint', () => {
    const silent = ROWS.filter((row) => {
      const { content } = operation(row)!.responses['200'] ?? {};
      return !content || Object.values(content).some(({ schema }) => !schema);
    });
    expect(silent).toEqual([]);
    // D-231: 304 for what has a tag.
    const others = (row: EndpointRow) =>
      Object.keys(operation(row)!.responses).filter(
        (status) => status > '200' && status < '400' && !(status === '304' && isTagged(row)),
      );
    expect(
      Object.fromEntries(ROWS.map((row) => [row.name, others(row)]).filter(([, of]) => of!.length)),
    ).toEqual({
      'profile.grants': ['204'],
      'account.user.grants': ['204'],
      'platform.image.data': ['206'],
    });
  });

  it('[D-20] [D-28] [D-180] tells the refusals that every endpoint can give, and no others', () => {
    const told = (row: EndpointRow) => {
      const refusals = Object.entries(operation(row)!.responses).filter(([status]) => status >= '400');
      const unexplained = refusals.filter(([, { content }]) => !content?.['application/json']);
      return { refusals: refusals.map(([status]) => status).sort(), unexplained };
    };
    const due = (row: Row) => ({
      refusals: [...expectedRefusals(row, isPage(operation(row)!))].sort(),
      unexplained: [],
    });
    expect(Object.fromEntries(ROWS.map((row) => [row.name, told(row)]))).toEqual(
      Object.fromEntries(ROWS.map((row) => [row.name, due(row)])),
    );
  });

  it('[D-180] tells the body of what takes one', () => {
    const bodiless = [
      'event.read',
      'event.seen',
      'account.client.resetSecret',
      'domain.claim.check',
      'domain.deleted.restore',
      'domain.dnssec.delegate',
      'domain.dnssec.roll',
      'domain.dnssec.sign',
      'profile.tfa.enable',
      'profile.tfa.disable',
    ];
    const changing = ROWS.filter(({ method }) => method === 'POST' || method === 'PUT');
    const silent = changing.filter((row) => !operation(row)!.requestBody).map(({ name }) => name);
    expect(silent.sort()).toEqual(bodiless.sort());
  });

  it('[D-180] tells scope and grant of every endpoint', () => {
    for (const row of ROWS.filter(({ credential }) => credential === 'token')) {
      const { description } = operation(row)!;
      for (const scope of row.scopes) expect(description).toContain(`\`${scope}\``);
      if (row.add) expect(description).toContain(`\`${row.add}\``);
      if (row.grant) expect(description).toContain(`\`${row.grant.permissions}\` on the ${row.grant.kind}`);
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
    ['VpcResponse', ['updated']],
    ['SubnetResponse', ['updated']],
    ['VpcIpResponse', ['address', 'address_range', 'gateway', 'prefix']],
    ['ProfileResponse', ['authorized_keys', 'verified_phone_number']],
    ['AppResponse', ['expiry', 'thumbnail_url']],
    ['DeviceResponse', []],
    ['LoginResponse', []],
    ['SshKeyResponse', []],
    ['TokenResponse', ['expiry']],
    ['DomainResponse', []],
    ['RecordResponse', ['service', 'protocol', 'tag']],
    ['ImageResponse', ['description', 'eol', 'expiry', 'vendor']],
    ['RegionResponse', []],
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
    expect(deprecated('DomainResponse')).toEqual(['group']);
    expect(deprecated('ProfileResponse')).toEqual(['ip_whitelist_enabled']);
  });

  it('[D-180] the page is there, and loads nothing from elsewhere', async () => {
    const page = await fetch(`${app.url}/docs`);
    expect(page.status).toBe(200);
    expect(await page.text()).not.toMatch(/(src|href)="(https?:)?\/\//);
  });
});

/** What only one endpoint refuses: beside what its row and its form bring. */
const OWN_REFUSALS: Readonly<Record<string, string>> = {
  // `from` that is no number.
  'domain.version.diff': '400',
  // To narrowed tokens, and to who is no admin.
  'profile.grants': '403',
  'account.limits': '403',
  'profile.access': '403',
  // D-33, D-142, D-200: blocked deletes; `keep_image` at the cap of images.
  'vpc.delete': '400',
  'vpc.subnet.delete': '400',
  'account.user.delete': '400',
  'platform.account.delete': '400',
  'platform.user.delete': '400',
  'platform.instance.delete': '400',
  // D-122: an unknown disk. D-117: a private image without the scope.
  'image.create': '404',
  'image.view': '403',
  'platform.image.data': '416',
};

/** D-20, D-28: 400 for what has a body or a page to ask for, 404 for what names something or may be switched off. */
function expectedRefusals({ name, credential, path, scopes, method }: Row, isPage: boolean): Set<string> {
  const takesBody = method === 'POST' || method === 'PUT';
  const isChange = method !== 'GET' && credential !== 'address';
  // No GET shows a deleted domain.
  const hasTag = /[:*]|security-questions/.test(path) && name !== 'domain.deleted.restore';
  // Objects of the Platform API and of upload addresses have none either, so these refuse every tag.
  const isHeld = method !== 'POST' || (credential === 'token' && hasTag);
  const statuses = [
    ['401', credential !== 'address'],
    ['403', scopes.length > 0],
    ['404', /[:*]/.test(path) || credential === 'platform'],
    ['400', takesBody || isPage || isChange],
    ['413', takesBody],
    ['415', takesBody],
    // D-230 to D-232
    ['409', isChange],
    ['412', method !== 'GET' && isHeld],
    ['422', isChange],
    ['429', true],
    ['500', true],
    ['503', true],
    [OWN_REFUSALS[name], name in OWN_REFUSALS],
  ] as const;
  return new Set(statuses.flatMap(([status, is]) => (is ? [status!] : [])));
}

function isTagged({ method, path }: EndpointRow): boolean {
  return method === 'GET' && path.startsWith('/v4/');
}

function isPage({ responses }: Operation): boolean {
  const schema = responses['200']?.content?.['application/json']?.schema as
    { properties?: object } | undefined;
  return 'pages' in (schema?.properties ?? {});
}

function isNullable(schema: Record<string, unknown>): boolean {
  return schema.nullable === true || (Array.isArray(schema.type) && schema.type.includes('null'));
}
