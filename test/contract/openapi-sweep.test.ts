import type { EndpointRow } from '../../src/access/endpoint.js';
import { ENDPOINTS } from '../../src/access/endpoints.js';
import { serverMetadata } from '../../src/auth/oauth/server-metadata.js';
import { DOCUMENTED, makeDocument } from '../support/document.js';

interface Schema {
  readonly $ref?: string;
  readonly type?: string;
  readonly description?: string;
  readonly nullable?: boolean;
  readonly enum?: readonly unknown[];
  readonly required?: readonly string[];
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly items?: Schema;
  readonly oneOf?: readonly Schema[];
  readonly anyOf?: readonly Schema[];
  readonly allOf?: readonly Schema[];
}
type Contents = Readonly<Record<string, { readonly schema: Schema }>>;
interface Parameter {
  readonly $ref?: string;
  readonly name: string;
  readonly in: string;
  readonly description?: string;
  readonly schema: Schema;
}
interface Response {
  readonly content?: Contents;
  readonly headers?: Readonly<Record<string, unknown>>;
}
interface Operation {
  readonly operationId: string;
  readonly parameters: readonly Parameter[];
  readonly security: readonly Readonly<Record<string, readonly string[]>>[];
  readonly requestBody?: { readonly content: Contents };
  readonly responses: Readonly<Record<string, Response>>;
}
interface Document {
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>;
  readonly components: {
    readonly schemas: Readonly<Record<string, Schema>>;
    readonly parameters: Readonly<Record<string, Parameter>>;
    readonly securitySchemes: Readonly<Record<string, object>>;
  };
}

const document = JSON.parse(JSON.stringify(await makeDocument())) as Document;
const { schemas, securitySchemes, parameters } = document.components;
const OPERATIONS = Object.values(document.paths).flatMap((path) => Object.values(path));
const CURSOR = 'application/json; pagination=cursor';

describe('[D-296] the OpenAPI document as the contract', () => {
  it('describes every property of every request and answer', () => {
    const places = [...Object.entries(schemas), ...OPERATIONS.flatMap(contentsOf)];
    const all = places.flatMap(([place, schema]) => propertiesOf(schema, place));
    expect(all.length).toBeGreaterThan(500);
    expect(all.filter(([, { description }]) => !description).map(([place]) => place)).toEqual([]);
  });

  it('describes every parameter', () => {
    const all = [...OPERATIONS.flatMap((of) => of.parameters), ...Object.values(parameters)];
    const silent = all.filter(({ $ref, description }) => !$ref && !description);
    expect(silent.map(({ name }) => name)).toEqual([]);
  });

  it('names the credentials of every endpoint, and the scopes that each needs', () => {
    const due = Object.entries(ENDPOINTS as Record<string, EndpointRow>).map(([name, row]) => [
      name.replaceAll('.', '_'),
      securityDue(row),
    ]);
    const told = OPERATIONS.map(({ operationId, security }) => [operationId, security]);
    expect(Object.fromEntries(told)).toEqual(Object.fromEntries(due));
  });

  it('has the addresses and the scopes of the OAuth flow as the server names them', () => {
    const metadata = serverMetadata(new URL(DOCUMENTED.PUBLIC_URL)) as Record<string, string | string[]>;
    expect(Object.keys(securitySchemes)).toEqual(['personalAccessToken', 'oauth', 'platform']);
    expect(securitySchemes.oauth).toMatchObject({
      type: 'oauth2',
      flows: {
        authorizationCode: {
          authorizationUrl: metadata.authorization_endpoint,
          tokenUrl: metadata.token_endpoint,
          refreshUrl: metadata.token_endpoint,
          scopes: Object.fromEntries(
            (metadata.scopes_supported as string[]).map((scope) => [scope, expect.any(String)]),
          ),
        },
      },
    });
  });

  it('[D-234] [D-278] has both forms of every refusal, and Retry-After where it is sent', () => {
    const refusals = OPERATIONS.flatMap(({ operationId, responses }) =>
      Object.entries(responses)
        .filter(([status]) => status >= '400')
        .map(([status, response]) => ({ place: `${operationId} ${status}`, status, response })),
    );
    const forms = ['application/json', 'application/problem+json'];
    const wrong = refusals.filter(
      ({ status, response: { content = {}, headers = {} } }) =>
        Object.keys(content).join() !== forms.join() ||
        ['409', '429', '503'].includes(status) !== 'Retry-After' in headers,
    );
    expect(wrong.map(({ place }) => place)).toEqual([]);
  });

  it('[D-278] leaves lists open that grow: codes, kinds of blockers, actions of events', () => {
    const fault = schemas.Problem!.properties!.errors!.items!.properties!;
    const growing = [
      fault.code!,
      fault.blockers!.items!.properties!.type!,
      schemas.EventResponse!.properties!.action!,
    ];
    for (const schema of growing) {
      expect(schema).toMatchObject({ type: 'string', example: expect.any(String) });
      expect(schema.description).toContain('Later releases add');
      expect(schema.enum).toBeUndefined();
    }
  });

  it.each([
    ['profile_grants', 'OwnGrantsResponse'],
    ['account_user_grants', 'GrantsResponse'],
    ['account_user_setGrants', 'GrantsResponse'],
    ['platform_user_grants', 'GrantsResponse'],
  ])('names the body of grants once: %s answers %s', (operationId, name) => {
    const { responses } = OPERATIONS.find((of) => of.operationId === operationId)!;
    const { schema } = responses['200']!.content!['application/json']!;
    expect(schema).toEqual({ $ref: `#/components/schemas/${name}` });
  });

  it.each(['domain_clone', 'domain_zoneFile'])('%s takes the domainId as a string, as specified', (name) => {
    const { parameters: all } = OPERATIONS.find(({ operationId }) => operationId === name)!;
    expect(all.find((of) => of.name === 'domainId')!.schema).toEqual({ type: 'string' });
  });

  it('[D-279] tells which restrictions close what they do not name', () => {
    const { description } = schemas.CreateTokenRequest!.properties!.restrictions!;
    expect(description).toContain('With `domains`, `vpcs` or `images`, what they do not name is closed');
  });

  it('[D-139] tells that the last login is known only while it is kept', () => {
    const { description } = schemas.UserResponse!.properties!.last_login!;
    expect(description).toContain('that the service still keeps');
  });

  it('[D-143] requires no property of a request that may be null, but where null removes a grant', () => {
    const requests = OPERATIONS.flatMap(({ requestBody }) => Object.values(requestBody?.content ?? {}));
    const reached = requests.flatMap(({ schema }) => referredBy(schema));
    const both = [...new Set(reached)].flatMap((name) =>
      (schemas[name]!.required ?? [])
        .filter((property) => schemas[name]!.properties![property]!.nullable)
        .map((property) => `${name}.${property}`),
    );
    expect(both).toEqual(['EntityGrantRequest.permissions']);
  });

  it('[D-07] [D-236] types a list as the page of the specification, and what a cursor finds apart from it', () => {
    const lists = OPERATIONS.filter((of) => of.parameters.some(({ name }) => name === 'page'));
    expect(lists.length).toBeGreaterThan(10);
    for (const { responses } of lists) {
      const { 'application/json': page, [CURSOR]: found, ...others } = responses['200']!.content!;
      expect(others).toEqual({});
      expect(page!.schema.required).toEqual(['data', 'page', 'pages', 'results']);
      expect(Object.keys(page!.schema.properties!)).toEqual(page!.schema.required);
      expect(found!.schema.required).toEqual(['data', 'next_cursor']);
      expect(found!.schema.properties!.data).toEqual(page!.schema.properties!.data);
      expect(page!.schema.properties!.data!.items!.$ref).toMatch(/^#\/components\/schemas\/\w+Response$/);
    }
  });
});

function contentsOf({ operationId, requestBody, responses }: Operation): [string, Schema][] {
  const contents = [requestBody?.content, ...Object.values(responses).map(({ content }) => content)];
  return contents.flatMap((of) => Object.values(of ?? {})).map(({ schema }) => [operationId, schema]);
}

/** The parts of a schema that are schemas of the same value, or of its entries. */
function partsOf({ items, oneOf = [], anyOf = [], allOf = [] }: Schema): Schema[] {
  return [...(items ? [items] : []), ...oneOf, ...anyOf, ...allOf];
}

/** All properties with their places, also those of inner objects. */
function propertiesOf(schema: Schema, place: string): [string, Schema][] {
  const own = Object.entries(schema.properties ?? {}).flatMap(([name, of]): [string, Schema][] => [
    [`${place}.${name}`, of],
    ...propertiesOf(of, `${place}.${name}`),
  ]);
  return [...own, ...partsOf(schema).flatMap((part) => propertiesOf(part, place))];
}

/** The names of the schemas that a schema refers to, and of those that these refer to. */
function referredBy(schema: Schema): string[] {
  const name = schema.$ref?.split('/').at(-1);
  const inner = [...partsOf(schema), ...Object.values(schema.properties ?? {})].flatMap(referredBy);
  return name ? [name, ...referredBy(schemas[name]!)] : inner;
}

function securityDue({ credential, scopes, anyScope, ofPrivate }: EndpointRow): object[] {
  if (credential === 'platform') return [{ platform: [] }];
  if (credential === 'address') return [];
  const needed = ofPrivate?.scopes ?? scopes;
  const oauth = anyScope ? needed.map((scope) => ({ oauth: [scope] })) : [{ oauth: needed }];
  const token = [{ personalAccessToken: [] }, ...oauth];
  return credential === 'open' ? [{}, ...token] : token;
}
