import fc from 'fast-check';
import { hostileHeaders, type Headers } from './random-headers.js';
import { hostileNumber, hostileText, hostileValue, mostly, toJson, wellFormed } from './random-values.js';
import { validValues } from './valid-values.js';
import type { AttackTarget } from './attack-target.js';

interface Schema {
  readonly type?: string;
  readonly enum?: readonly unknown[];
  readonly format?: string;
  readonly example?: unknown;
  readonly items?: Schema;
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly required?: readonly string[];
  readonly allOf?: readonly Schema[];
  readonly minimum?: number;
  readonly maximum?: number;
  readonly $ref?: string;
}

interface OpenApiOperation {
  readonly operationId: string;
  readonly parameters?: readonly { name: string; in: string; description?: string }[];
  readonly requestBody?: { readonly content: Readonly<Record<string, { schema: Schema }>> };
}

export interface OpenApi {
  readonly paths: Readonly<Record<string, Readonly<Record<string, OpenApiOperation>>>>;
  readonly components: { readonly schemas: Readonly<Record<string, Schema>> };
}

export interface HostileRequest {
  readonly operation: string;
  readonly method: string;
  readonly path: string;
  readonly headers: Headers;
  readonly body: Buffer | undefined;
}

/** Requests against each operation of the document, mostly close enough to valid to come past the first check. */
export function hostileRequests(
  document: OpenApi,
  target: AttackTarget,
  platformToken: string,
): fc.Arbitrary<HostileRequest>[] {
  return Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => {
      const token = path.startsWith('/platform') ? platformToken : target.token;
      return requestsOf(document, { path, method: method.toUpperCase(), operation, token }, target);
    }),
  );
}

export interface Place {
  readonly path: string;
  readonly method: string;
  readonly operation: OpenApiOperation;
  readonly token: string;
}

function requestsOf(document: OpenApi, place: Place, target: AttackTarget): fc.Arbitrary<HostileRequest> {
  const { operation, method } = place;
  const content = Object.values(operation.requestBody?.content ?? {})[0];
  return fc
    .record({
      path: pathsOf(place, target),
      query: queriesOf(operation),
      headers: hostileHeaders(place, content !== undefined),
      body: content
        ? bodiesOf(document, content.schema, target)
        : mostly(undefined, fc.constant(Buffer.from('{"a":1}'))),
      method: mostly(method, fc.constantFrom('HEAD', 'OPTIONS', 'GET', 'PUT', 'POST', 'DELETE', 'PATCH')),
    })
    .map(({ path, query, headers, body, method: used }) => ({
      operation: operation.operationId,
      method: used,
      path: path + query,
      headers,
      body,
    }));
}

const RAW_SEGMENTS = [
  '%',
  '%zz',
  '%ff',
  '%00',
  '%2e%2e%2f',
  '..',
  '.',
  '%2F',
  'private%2F0',
  '%c0%af',
  '%ed%a0%80',
  '%25%30',
];
const hostileSegment = fc.oneof(
  fc.constantFrom(...RAW_SEGMENTS),
  hostileNumber.map((value) => encodeURIComponent(toJson(value))),
  hostileText.map((text) => encodeURIComponent(wellFormed(text.slice(0, 2000)))),
);

function pathsOf({ path }: Place, { params }: AttackTarget): fc.Arbitrary<string> {
  const parts = path.split(/(\{\w+\})/).map((part): fc.Arbitrary<string> => {
    const name = /^\{(\w+)\}$/.exec(part)?.[1];
    if (!name) return fc.constant(part);
    return mostly(params[name] ?? 'x', hostileSegment);
  });
  const shape = mostly(
    (text: string) => text,
    fc.constantFrom<(text: string) => string>(
      (text) => text.replace('/v4/', '/v4beta/'),
      (text) => `${text}/`,
      (text) => text.replaceAll('/', '//'),
      (text) => text.toUpperCase(),
    ),
  );
  return fc.tuple(shape, ...parts).map(([shaped, ...texts]) => shaped(texts.join('')));
}

function queriesOf({ parameters = [] }: OpenApiOperation): fc.Arbitrary<string> {
  const names = parameters.filter((parameter) => parameter.in === 'query').map(({ name }) => name);
  const value = fc.oneof(
    fc.constantFrom(
      '1',
      '2',
      '500',
      '501',
      '0',
      '-1',
      '1e3',
      '9007199254740991',
      '9007199254740992',
      '',
      '%00',
      '%ff',
      '1&page=2',
    ),
    hostileText.map((text) => encodeURIComponent(wellFormed(text.slice(0, 500)))),
  );
  const name = fc.constantFrom(
    ...names,
    'page',
    'page_size',
    '__proto__',
    'constructor[prototype]',
    'a[b][c]',
    'x',
  );
  const pairs = fc.array(fc.tuple(name, value), { minLength: 1, maxLength: 4 });
  const query = pairs.map((all) => `?${all.map(([key, text]) => `${key}=${text}`).join('&')}`);
  return mostly('', query, names.length > 0 ? 1 : 9);
}

function bodiesOf(document: OpenApi, schema: Schema, target: AttackTarget): fc.Arbitrary<Buffer | undefined> {
  const valid = valueOf(document, schema, '', target).map((value) => Buffer.from(toJson(value)));
  const json = fc
    .tuple(
      valid,
      mostly((bytes: Buffer) => bytes, mutation, 5),
    )
    .map(([bytes, mutate]) => mutate(bytes));
  return fc.oneof(
    { arbitrary: json, weight: 17 },
    { arbitrary: hostileValue.map((value) => Buffer.from(toJson(value))), weight: 2 },
    { arbitrary: fc.constant(undefined), weight: 1 },
  );
}

/** What becomes of good JSON on a bad way. */
const mutation: fc.Arbitrary<(bytes: Buffer) => Buffer> = fc.oneof(
  fc
    .double({ min: 0, max: 1, noNaN: true })
    .map((share) => (bytes: Buffer) => bytes.subarray(0, bytes.length * share)),
  fc.tuple(fc.nat(5000), fc.integer({ min: 0, max: 255 })).map(([at, byte]) => (bytes: Buffer) => {
    const copy = Buffer.from(bytes);
    if (copy.length > 0) copy[at % copy.length] = byte;
    return copy;
  }),
  fc.constantFrom(
    (bytes: Buffer) => Buffer.concat([bytes, bytes]),
    (bytes: Buffer) => Buffer.concat([Buffer.from('\ufeff'), bytes]),
    (bytes: Buffer) => Buffer.concat([Buffer.from('['), bytes, Buffer.from(']')]),
    (bytes: Buffer) => Buffer.from(bytes.toString(), 'utf16le'),
    (bytes: Buffer) => Buffer.from(bytes.toString().replaceAll('"', "'")),
    (bytes: Buffer) => Buffer.from(bytes.toString().replace('{', '{"label":1,"label":2,')),
    (bytes: Buffer) => Buffer.concat([Buffer.from('{"__proto__":{"label":"x"},'), bytes.subarray(1)]),
    (bytes: Buffer) => Buffer.concat([bytes, Buffer.alloc(1_100_000, ' ')]),
    (bytes: Buffer) => Buffer.from(bytes.toString('latin1').replaceAll(':', ':\0')),
  ),
);

function valueOf(
  document: OpenApi,
  schema: Schema,
  name: string,
  target: AttackTarget,
): fc.Arbitrary<unknown> {
  const resolved = resolve(document, schema);
  if (resolved.properties) return objectOf(document, resolved, target);
  const valid =
    resolved.type === 'array'
      ? fc.array(valueOf(document, resolved.items ?? {}, name, target), { maxLength: 4 })
      : fc.oneof(...validValues(resolved, name, target).map((value) => fc.constant(value)));
  return fc.oneof({ arbitrary: valid, weight: 7 }, { arbitrary: hostileValue, weight: 2 });
}

function objectOf(document: OpenApi, schema: Schema, target: AttackTarget): fc.Arbitrary<unknown> {
  const properties = Object.entries(schema.properties ?? {}).map(([name, inner]) => {
    const value = valueOf(document, inner, name, target);
    const present = schema.required?.includes(name) ? 19 : 2;
    return fc.oneof(
      { arbitrary: value.map((one) => [[name, one]] as [string, unknown][]), weight: present },
      { arbitrary: fc.constant([] as [string, unknown][]), weight: 1 },
    );
  });
  return fc.tuple(...properties).map((parts) => Object.fromEntries(parts.flat()) as unknown);
}

function resolve(document: OpenApi, schema: Schema): Schema {
  if (schema.$ref) return document.components.schemas[schema.$ref.split('/').at(-1)!] ?? {};
  return schema.allOf?.[0] ? resolve(document, schema.allOf[0]) : schema;
}
