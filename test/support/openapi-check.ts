import { Ajv, type ErrorObject, type ValidateFunction } from 'ajv';
import formats from 'ajv-formats';
import { makeDocument } from './document.js';

type Schema = Record<string, unknown>;
type Checker = (schema: Schema) => ValidateFunction;
type Contents = Record<string, { readonly schema: Schema }>;
interface Header {
  readonly $ref?: string;
  readonly required?: boolean;
  readonly schema: Schema;
}
interface Response {
  readonly content?: Contents;
  readonly headers?: Record<string, Header>;
}
interface Operation {
  readonly requestBody?: { readonly content: Contents };
  readonly responses: Record<string, Response | undefined>;
  readonly parameters: readonly { readonly name: string; readonly in: string; readonly schema: Schema }[];
}
interface Document {
  readonly paths: Record<string, Record<string, Operation>>;
  readonly components: {
    readonly schemas: Record<string, Schema>;
    readonly headers: Record<string, Header>;
  };
}

/** Stands for a request whose body is not looked at. */
export const NOT_CHECKED = Symbol('not checked');

/** An exchange with the service. Bodies are parsed JSON, or undefined. */
export interface Exchange {
  readonly method: string;
  /** With the query. */
  readonly path: string;
  readonly request?: unknown;
  readonly status: number;
  readonly answer?: unknown;
  readonly headers: Headers;
}

const document = JSON.parse(JSON.stringify(await makeDocument())) as Document;
const ROUTES = Object.entries(document.paths).map(([path, operations]) => ({
  operations,
  // A fixed path wins over one with a parameter in its place.
  parameters: path.split('{').length,
  pattern: new RegExp(`^${path.replace(/\{(\w+)\}/g, '[^/]+')}/?$`),
}));
ROUTES.sort((one, other) => one.parameters - other.parameters);

const OPTIONS = { allErrors: true, strictTypes: true, strictTuples: true, allowUnionTypes: true } as const;
const requests = checker({ closed: false });
const answers = checker({ closed: true });
const parameters = new Ajv({ ...OPTIONS, coerceTypes: true });
formats.default(parameters);

/**
 * What of an exchange the OpenAPI document does not allow (D-217): a member or a header of an answer that it lacks, a value outside a
 * schema, another media type, a request that the service accepts. Paths outside the document have no faults.
 */
export function faultsByDocument({ method, path, request, status, answer, headers }: Exchange): string[] {
  const [name, query] = path.split('?', 2) as [string, string?];
  const operation = ROUTES.find(({ pattern }) => pattern.test(name))?.operations[method.toLowerCase()];
  if (!operation) return [];
  const told = operation.responses[status];
  if (!told) return [`${status} is not told`];
  const type = headers.get('Content-Type')?.replace('; charset=utf-8', '') ?? 'none';
  const part = `${method} ${path}: ${status} ${type}`;
  const faults = [
    ...faultsOf(answers, told.content, type, answer, part),
    ...faultsOfHeaders(told, headers, part),
  ];
  if (status !== 200) return faults;
  return [...faults, ...faultsOfBody(operation, request), ...faultsOfQuery(operation, query)];
}

function faultsOfBody({ requestBody }: Operation, request: unknown): string[] {
  if (request === NOT_CHECKED || (!requestBody && isEmpty(request))) return [];
  // D-18: no body counts as an empty object.
  return faultsOf(requests, requestBody?.content, 'application/json', request ?? {}, 'request');
}

/** Which headers of the document's components an answer lacks or has too many of, and which of its headers have a wrong value. */
function faultsOfHeaders({ headers: told = {} }: Response, sent: Headers, part: string): string[] {
  const known = Object.entries(document.components.headers);
  const unknown = known.filter(([name]) => sent.has(name) && !(name in told));
  const shown = Object.entries(told).map(([name, of]): [string, Header] => [
    name,
    of.$ref ? document.components.headers[of.$ref.split('/').at(-1)!]! : of,
  ]);
  const missing = shown.filter(([name, { required }]) => required && !sent.has(name));
  const wrong = shown.filter(
    ([name, { schema }]) => sent.has(name) && !parameters.validate(schema, sent.get(name)),
  );
  return [
    ...unknown.map(([name]) => `${part} has the header ${name}, which is not told`),
    ...missing.map(([name]) => `${part} lacks the header ${name}`),
    ...wrong.map(([name]) => `${part} has ${name}: ${sent.get(name)}`),
  ];
}

function faultsOfQuery(operation: Operation, query = ''): string[] {
  const sent = new URLSearchParams(query);
  return operation.parameters
    .filter(({ name, in: place }) => place === 'query' && sent.has(name))
    .filter(({ name, schema }) => !parameters.validate(schema, sent.get(name)))
    .map(({ name }) => `query ${name} must not be ${sent.get(name)}`);
}

function faultsOf(
  check: Checker,
  content: Contents | undefined,
  type: string,
  value: unknown,
  part: string,
): string[] {
  const schema = content?.[type]?.schema;
  if (!schema) return value === undefined ? [] : [`${part} has a body that is not told`];
  const validate = check(schema);
  return validate(value) ? [] : validate.errors!.map((error) => `${part}${sentence(error)}`);
}

function sentence({ instancePath, message, params }: ErrorObject): string {
  return `${instancePath} ${message} ${JSON.stringify(params)}`;
}

function isEmpty(value: unknown): boolean {
  return (
    value === undefined || (typeof value === 'object' && value !== null && Object.keys(value).length === 0)
  );
}

/** Compiles a schema of the document at its first use. @param closed objects have no members that the document lacks. */
function checker({ closed }: { closed: boolean }): Checker {
  const ajv = new Ajv(OPTIONS);
  formats.default(ajv);
  // A word of OpenAPI 3.0 that says nothing about validity.
  ajv.addVocabulary(['example']);
  for (const [name, schema] of Object.entries(document.components.schemas)) {
    ajv.addSchema(prepared(schema, closed) as Schema, `#/components/schemas/${name}`);
  }
  const compiled = new WeakMap<Schema, ValidateFunction>();
  return (schema) => {
    const validate = compiled.get(schema) ?? ajv.compile(prepared(schema, closed) as Schema);
    compiled.set(schema, validate);
    return validate;
  };
}

/** The schema for ajv, which resolves references by the ids of schemas. @param closed objects have no other members. */
function prepared(schema: unknown, closed: boolean): unknown {
  if (Array.isArray(schema)) return schema.map((entry) => prepared(entry, closed));
  if (typeof schema !== 'object' || schema === null) return schema;
  const entries = Object.entries(schema).map(([key, value]) =>
    key === 'example' ? [key, value] : [key, prepared(value, closed)],
  );
  const copy = Object.fromEntries(entries) as Schema;
  return closed && typeof copy.properties === 'object' ? { additionalProperties: false, ...copy } : copy;
}
