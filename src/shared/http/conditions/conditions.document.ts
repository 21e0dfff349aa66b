import type { OpenAPIObject } from '@nestjs/swagger';
import { headerRefs, operationsOf, type Operation } from '../../openapi/operations.js';

type Components = NonNullable<OpenAPIObject['components']>;
type ParameterObject = Exclude<NonNullable<Components['parameters']>[string], { $ref: string }>;

/**
 * Adds the headers of D-230 to D-232, and the responses that only they cause, to each operation
 * that supports them.
 */
export function documentConditions(document: OpenAPIObject): void {
  const { components, paths } = document;
  components!.parameters = { ...components!.parameters, ...PARAMETERS };
  components!.headers = { ...components!.headers, ...HEADERS };
  for (const { method, path, operation } of operationsOf(document)) {
    const isApi = path.startsWith('/v4/');
    if (method === 'get') {
      if (isApi) documentRead(operation);
    } else if (isApi || path.startsWith('/platform/')) {
      documentChange(operation, method !== 'post' || (isApi && hasTag(path, paths)), isApi);
    } else {
      // An upload address refuses every tag (D-275), and each of the other headers with 400.
      add(operation, [], { 412: { ...CHANGED } });
    }
  }
}

/** Whether a GET shows the object of this path, or an entity above it (D-275). */
function hasTag(path: string, paths: OpenAPIObject['paths']): boolean {
  const parts = path.split('/');
  const above = parts.map((_, end) => parts.slice(0, end).join('/')).filter((of) => of.endsWith('}'));
  return [path, ...above].some((of) => {
    const read = paths[of]?.get;
    return read && !read.parameters?.some((parameter) => 'name' in parameter && parameter.name === 'page');
  });
}

function documentRead(operation: Operation): void {
  const done = operation.responses['200'];
  const links = done && 'headers' in done ? Object.keys(done.headers ?? {}) : [];
  add(operation, ['IfNoneMatch'], {
    304: { description: 'The response has one of the tags.', headers: headerRefs(['ETag', ...links]) },
  });
  addHeaders(operation, '200', ['ETag']);
}

/** @param hasTags not for objects of the Platform API: their changes refuse every tag (D-275) */
function documentChange(operation: Operation, compares: boolean, hasTags: boolean): void {
  // Copies, because each operation gets headers of its own.
  const refusals = {
    400: { ...NOT_VALID },
    ...operation.responses,
    409: { ...UNDER_WAY },
    422: { ...REUSED },
  };
  const ifMatch = compares && hasTags ? ['IfMatch'] : [];
  const responses = compares ? { ...refusals, 412: { ...CHANGED } } : refusals;
  add(operation, ['IdempotencyKey', ...ifMatch, 'DryRun'], responses);
  addHeaders(operation, '200', ['ETag', 'Location', 'Idempotency-Replayed', 'Dry-Run-Events']);
  for (const status of Object.keys(operation.responses)) addHeaders(operation, status, ['Dry-Run']);
}

function add(operation: Operation, parameters: readonly string[], responses: Operation['responses']): void {
  const added = parameters.map((name) => ({ $ref: `#/components/parameters/${name}` }));
  operation.parameters = [...(operation.parameters ?? []), ...added];
  operation.responses = { ...operation.responses, ...responses };
}

function addHeaders(
  { responses }: Operation,
  status: string,
  names: readonly (keyof typeof HEADERS)[],
): void {
  const response = responses[status];
  if (response && !('$ref' in response)) response.headers = { ...response.headers, ...headerRefs(names) };
}

const PARAMETERS: Readonly<Record<string, ParameterObject>> = {
  IdempotencyKey: {
    name: 'Idempotency-Key',
    in: 'header',
    description:
      'A unique name of this request, such as a random UUID: 1 to 255 visible characters, bare or as a quoted string. When ' +
      'the same request succeeded within 24 hours, by a credential with the same rights, the response is the first one ' +
      'again, and nothing changes. A refused request does not use up the key.',
    // Without an example: the page of the document would send it with every change.
    schema: { type: 'string', minLength: 1, maxLength: 512 },
  },
  IfMatch: {
    name: 'If-Match',
    in: 'header',
    description:
      'The `ETag` of the object that the path names, several, or `*`. The change happens only when it matches. It is that of ' +
      'the GET of this path, else of the nearest entity above it.',
    schema: { type: 'string' },
  },
  IfNoneMatch: {
    name: 'If-None-Match',
    in: 'header',
    description:
      'The `ETag` of an earlier response, or several. A response with the same tag is 304 without a body.',
    schema: { type: 'string' },
  },
  DryRun: {
    name: 'Dry-Run',
    in: 'header',
    description: 'The response is that of the change, but nothing changes.',
    schema: { type: 'string', enum: ['true'] },
  },
};

const HEADERS = {
  ETag: {
    description:
      'A strong tag of the object, as a GET shows it. A list has one only when the request has `If-None-Match`.',
    schema: { type: 'string' },
  },
  Location: { description: 'The path of the created object.', schema: { type: 'string' } },
  'Idempotency-Replayed': {
    description: 'This is the first response to this `Idempotency-Key`, sent again.',
    schema: { type: 'string', enum: ['true'] },
  },
  'Dry-Run': { description: 'Nothing has changed.', schema: { type: 'string', enum: ['true'] } },
  'Dry-Run-Events': {
    description: 'The actions of the events that the change would record, separated by commas.',
    schema: { type: 'string' },
  },
};

const CONTENT = {
  'application/json': { schema: { $ref: '#/components/schemas/Errors' } },
  'application/problem+json': { schema: { $ref: '#/components/schemas/Problem' } },
};
const NOT_VALID = { description: 'A header is not valid; nothing has changed.', content: CONTENT };
const UNDER_WAY = {
  description: 'A request with this `Idempotency-Key` is running; see Retry-After.',
  headers: headerRefs(['Retry-After']),
  content: CONTENT,
};
const CHANGED = {
  description: '`If-Match` does not match the present state of the object.',
  headers: headerRefs(['ETag']),
  content: CONTENT,
};
const REUSED = { description: '`Idempotency-Key` was used for another request.', content: CONTENT };
