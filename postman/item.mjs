import { createHash } from 'node:crypto';
import { exampleBody } from './example-body.mjs';
import { jsonSchema } from './json-schema.mjs';
import { echoTest, noBodyTest, saveTest, scopesTest, shapeTest, statusTest } from './scripts.mjs';

const JSON_TYPE = 'application/json';
const CURSOR_TYPE = 'application/json; pagination=cursor';
const AUTH = {
  platform: { type: 'bearer', bearer: [{ key: 'token', value: '{{platformToken}}', type: 'string' }] },
  none: { type: 'noauth' },
};

/** One request of the collection, from the document's operation and the scenario's step. */
export function itemOf(step, { method, path, operation, schemas }) {
  const body = bodyOf(step, operation, schemas);
  const success = operation.responses[step.status ?? 200];
  const request = {
    method,
    header: headersOf(step, operation, body),
    url: urlOf(step, path, operation),
    description: operation.description,
    ...authOf(step, operation),
    ...(body && { body }),
  };
  const name = step.name ?? operation.summary;
  return {
    id: idOf(name, step.operation),
    name,
    event: [
      ...scriptOf('prerequest', step.before),
      ...scriptOf('test', testsOf(step, operation, success, body)),
    ],
    request,
    response: [],
  };
}

/** A request beside the API: the sign-in pages. */
export function pageItem({ name, method, path, form, before, after }) {
  const fields = form && Object.entries(form).map(([key, value]) => ({ key, value, type: 'text' }));
  return {
    id: idOf(name, path),
    name,
    event: [
      ...scriptOf('prerequest', [`pm.collectionVariables.set('isPage', true);`, ...(before ?? [])]),
      ...scriptOf('test', [statusTest(name, 200), ...after, `pm.collectionVariables.unset('isPage');`]),
    ],
    request: {
      method,
      header: [],
      auth: AUTH.none,
      url: { raw: `{{baseUrl}}${path}`, host: ['{{baseUrl}}'], path: path.slice(1).split('/') },
      ...(form && { body: { mode: 'urlencoded', urlencoded: fields } }),
    },
    response: [],
  };
}

function bodyOf({ body, file }, { requestBody }, schemas) {
  if (file) return { mode: 'file', file: { src: file } };
  if (!requestBody) return undefined;
  const [[type, { schema }]] = Object.entries(requestBody.content);
  if (type !== JSON_TYPE) return { mode: 'raw', raw: schema.example, options: { raw: { language: 'text' } } };
  const made = schema.$ref ? exampleBody(schema, schemas) : {};
  const merged = Object.entries({ ...made, ...body }).filter(([, value]) => value !== undefined);
  // A number that a variable holds stands without quotes.
  const raw = JSON.stringify(Object.fromEntries(merged), null, 2).replace(/"#(\{\{\w+\}\})"/g, '$1');
  return { mode: 'raw', raw, options: { raw: { language: 'json' } } };
}

function headersOf({ file, filter, headers = {} }, { parameters = [], requestBody }, body) {
  const sent = file ? 'application/octet-stream' : Object.keys(requestBody?.content ?? {})[0];
  const type = body && { 'Content-Type': sent };
  const given = Object.entries({ ...type, ...headers }).map(([key, value]) => ({ key, value }));
  const filters = parameters.filter(({ name }) => name === 'X-Filter');
  return [
    ...given,
    ...filters.map(({ name, description }) => ({
      key: name,
      value: filter ? JSON.stringify(filter) : '{}',
      description,
      disabled: !filter,
    })),
  ];
}

function urlOf({ params = {}, query = {} }, path, { parameters = [] }) {
  const written = path.replace(/\{(\w+)\}/g, ':$1');
  const names = Array.from(path.matchAll(/\{(\w+)\}/g), ([, name]) => name);
  const queries = parameters.filter((of) => of.in === 'query');
  return {
    raw: `{{baseUrl}}${written}`,
    host: ['{{baseUrl}}'],
    path: written.slice(1).split('/'),
    variable: names.map((key) => ({ key, value: params[key] ?? `{{${key}}}` })),
    query: queries.map(({ name, schema, description = '' }) => ({
      key: name,
      value: String(query[name] ?? schema.default ?? ''),
      description,
      disabled: !(name in query),
    })),
  };
}

function authOf({ auth, bearer }, { security }) {
  if (bearer) return { auth: { type: 'bearer', bearer: [{ key: 'token', value: bearer, type: 'string' }] } };
  if (auth) return { auth: AUTH[auth] };
  if (security?.length === 0) return { auth: AUTH.none };
  return security?.some((scheme) => 'platform' in scheme) ? { auth: AUTH.platform } : {};
}

function schemaOf({ query }, answer) {
  return answer?.content?.[query?.cursor === undefined ? JSON_TYPE : CURSOR_TYPE]?.schema;
}

function testsOf(step, operation, answer, body) {
  const { status = 200, save, after = [], name = operation.summary } = step;
  const schema = schemaOf(step, answer);
  return [
    statusTest(name, status),
    ...(schema ? [shapeTest(jsonSchema(schema))] : []),
    ...(status === 204 ? [noBodyTest()] : []),
    ...(status < 400 ? successTests(step, operation, schema, body) : []),
    ...(save ? [saveTest(save)] : []),
    ...after,
  ];
}

function successTests(step, operation, schema, body) {
  const echoed = schema ? echoedFields(step, body, schema) : [];
  return [...scopesTests(step, operation), ...(echoed.length > 0 ? [echoTest(echoed)] : [])];
}

/** A step names the scopes that its own entity needs beyond the operation's: a private image's, for one. */
function scopesTests({ scopes }, { security = [] }) {
  const sufficient = security.filter((scheme) => 'oauth' in scheme).map(({ oauth }) => oauth);
  // Open without a credential: the operation itself needs no scope.
  const isOpen = security.some((scheme) => Object.keys(scheme).length === 0);
  const needed = scopes ?? (isOpen ? [] : sufficient.flat());
  return sufficient.length > 0 ? [scopesTest(needed, sufficient.length > 1)] : [];
}

function echoedFields({ echo = true, schemas }, body, { $ref }) {
  if (!echo || body?.options?.raw.language !== 'json' || !$ref) return [];
  const shown = schemas[$ref.split('/').at(-1)].properties;
  const sent = Object.entries(JSON.parse(body.raw.replace(/: (\{\{\w+\}\})/g, ': "$1"')));
  return sent.filter(([key, value]) => key in shown && typeof value !== 'object').map(([key]) => key);
}

function scriptOf(listen, lines = []) {
  if (lines.length === 0) return [];
  return [{ listen, script: { type: 'text/javascript', exec: lines.join('\n').split('\n') } }];
}

/** The same for the same step, or every generation would differ. */
function idOf(...parts) {
  const hex = createHash('sha256').update(parts.join('\0')).digest('hex');
  return [hex.slice(0, 8), hex.slice(8, 12), hex.slice(12, 16), hex.slice(16, 20), hex.slice(20, 32)].join(
    '-',
  );
}
