import { Ajv, type ErrorObject, type ValidateFunction } from 'ajv';
import formats from 'ajv-formats';
import { makeDocument } from './document.js';

type Schema = Record<string, unknown>;
type Checker = (schema: Schema) => ValidateFunction;
type Contents = Record<string, { readonly schema: Schema }>;
interface Operation {
  readonly requestBody?: { readonly content: Contents };
  readonly responses: Record<string, { readonly content?: Contents } | undefined>;
  readonly parameters: readonly { readonly name: string; readonly in: string; readonly schema: Schema }[];
}
interface Document {
  readonly paths: Record<string, Record<string, Operation>>;
  readonly components: { readonly schemas: Record<string, Schema> };
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

/**
 * What of an exchange the OpenAPI document does not allow (D-217): any member of an answer that it lacks, any value outside a schema,
 * any request that the service accepts. Paths outside the document have no faults.
 */
export function faultsByDocument({ method, path, request, status, answer }: Exchange): string[] {
  const [name, query] = path.split('?', 2) as [string, string?];
  const operation = ROUTES.find(({ pattern }) => pattern.test(name))?.operations[method.toLowerCase()];
  if (!operation) return [];
  const told = operation.responses[status];
  if (!told) return [`${status} is not told`];
  const faults = faultsOf(answers, told.content, answer, `${method} ${path}: answer`);
  if (status !== 200) return faults;
  return [...faults, ...faultsOfBody(operation, request), ...faultsOfQuery(operation, query)];
}

function faultsOfBody({ requestBody }: Operation, request: unknown): string[] {
  if (request === NOT_CHECKED || (!requestBody && isEmpty(request))) return [];
  // D-18: no body counts as an empty object.
  return faultsOf(requests, requestBody?.content, request ?? {}, 'request');
}

function faultsOfQuery(operation: Operation, query = ''): string[] {
  const sent = new URLSearchParams(query);
  return operation.parameters
    .filter(({ name, in: place }) => place === 'query' && sent.has(name))
    .filter(({ name, schema }) => !parameters.validate(schema, sent.get(name)))
    .map(({ name }) => `query ${name} must not be ${sent.get(name)}`);
}

function faultsOf(check: Checker, content: Contents | undefined, value: unknown, part: string): string[] {
  const schema = content?.[typeOf(value)]?.schema;
  if (!schema) return value === undefined ? [] : [`${part} has a body that is not told`];
  const validate = check(schema);
  return validate(value) ? [] : validate.errors!.map((error) => `${part}${sentence(error)}`);
}

function typeOf(value: unknown): string {
  if (isProblem(value)) return 'application/problem+json';
  return isFoundByCursor(value) ? 'application/json; pagination=cursor' : 'application/json';
}

/** D-236: the other form of a list. */
function isFoundByCursor(answer: unknown): boolean {
  return typeof answer === 'object' && answer !== null && 'data' in answer && 'next_cursor' in answer;
}

/** D-234: the other form of a refusal. */
function isProblem(answer: unknown): boolean {
  return typeof answer === 'object' && answer !== null && 'errors' in answer && 'detail' in answer;
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
