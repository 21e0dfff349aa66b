/** What the summary reads of the OpenAPI document. */
export interface Schema {
  readonly [keyword: string]: unknown;
  readonly $ref?: string;
  readonly type?: string | readonly string[];
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly required?: readonly string[];
  readonly items?: Schema;
}
type Contents = Readonly<Record<string, { readonly schema?: Schema }>>;
interface Parameter {
  readonly $ref?: string;
  readonly name: string;
  readonly in: string;
  readonly required?: boolean;
  readonly schema: Schema;
}
interface Response {
  readonly headers?: Readonly<Record<string, unknown>>;
  readonly content?: Contents;
}
interface Operation {
  readonly operationId: string;
  readonly tags: readonly string[];
  readonly security?: readonly Readonly<Record<string, readonly string[]>>[];
  readonly parameters: readonly Parameter[];
  readonly requestBody?: { readonly required?: boolean; readonly content: Contents };
  readonly responses: Readonly<Record<string, Response>>;
}
export interface Summarised {
  readonly openapi: string;
  readonly info: { readonly title: string; readonly version: string };
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>;
  readonly components: {
    readonly parameters: Readonly<Record<string, Parameter>>;
    readonly securitySchemes: object;
    readonly schemas: Readonly<Record<string, Schema>>;
  };
}

/**
 * The OpenAPI document as a person reviews a change of it: operations with parameters, bodies, statuses and headers, then the
 * fields of every schema. Descriptions and examples are left out.
 */
export function summaryOf(document: Summarised): string {
  const { openapi, info, components, paths } = document;
  const common = commonHeaders(document);
  const operations = Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, of]) => [
      `${method.toUpperCase()} ${path}`,
      ...linesOf(of, common.get(groupOf(of))!),
    ]),
  );
  const schemas = Object.entries(components.schemas).map(([name, schema]) => [name, ...fieldsOf(schema)]);
  const parameters = Object.entries(components.parameters).map(([name, of]) => `${name}: ${parameter(of)}`);
  return [
    [`OpenAPI ${openapi}: ${info.title} ${info.version}`],
    ['Security schemes', ...linesOfTree(components.securitySchemes)],
    ['Headers of every answer', ...[...common].map(([of, names]) => `for ${of}: ${names.join(', ')}`)],
    ...operations,
    ['Parameters', ...parameters],
    ...schemas,
  ]
    .map(([title, ...lines]) => `${title}\n${lines.map((line) => `  ${line}\n`).join('')}`)
    .join('\n');
}

/** A line for each member, indented below its object. */
function linesOfTree(tree: object, indent = ''): string[] {
  return Object.entries(tree).flatMap(([name, value]: [string, unknown]) =>
    typeof value === 'object' && value !== null
      ? [`${indent}${name}`, ...linesOfTree(value, `${indent}  `)]
      : [`${indent}${name}: ${String(value)}`],
  );
}

/** By credential, reads and changes apart: the headers that every answer has. */
function commonHeaders({ paths }: Summarised): Map<string, string[]> {
  const common = new Map<string, string[]>();
  for (const of of Object.values(paths).flatMap((methods) => Object.values(methods))) {
    for (const { headers = {} } of Object.values(of.responses)) {
      const before = common.get(groupOf(of)) ?? Object.keys(headers);
      common.set(
        groupOf(of),
        before.filter((name) => name in headers),
      );
    }
  }
  return common;
}

function groupOf(of: Operation): string {
  const isChange = of.parameters.some(({ $ref }) => $ref?.endsWith('/DryRun'));
  return `${isChange ? 'changes by' : 'reads by'} ${credentialOf(of)}`;
}

function credentialOf({ security = [] }: Operation): string {
  const names = security.flatMap((scheme) => Object.keys(scheme));
  return [...new Set(names)].join(' or ') || 'anybody';
}

/** Each requirement on one's own: `a b or c`. */
function scopesOf({ security = [] }: Operation): string {
  return security.flatMap(({ oauth = [] }) => (oauth.length > 0 ? [oauth.join(' ')] : [])).join(' or ');
}

function linesOf(of: Operation, common: readonly string[]): string[] {
  const { operationId, tags, requestBody } = of;
  return [
    `${operationId} of ${tags.join(', ')}, for ${[credentialOf(of), scopesOf(of)].filter(Boolean).join(': ')}`,
    ...of.parameters.map(parameter),
    ...(requestBody ? [`${requestBody.required ? 'body' : 'body?'}: ${contents(requestBody.content)}`] : []),
    ...answers(of.responses, common),
  ];
}

function parameter({ $ref, name, in: place, required, schema }: Parameter): string {
  return $ref ? nameOf($ref) : `${place} ${name}${required ? '' : '?'}: ${typeOf(schema)}`;
}

/** One line for statuses with the same contents. */
function answers(responses: Operation['responses'], common: readonly string[]): string[] {
  const byContents = new Map<string, string[]>();
  for (const [status, { content = {}, headers = {} }] of Object.entries(responses)) {
    const own = Object.keys(headers).filter((name) => !common.includes(name));
    const shown = own.length > 0 ? `${status} (${own.join(', ')})` : status;
    const key = contents(content);
    byContents.set(key, [...(byContents.get(key) ?? []), shown]);
  }
  return [...byContents].map(([of, statuses]) => `${statuses.join(', ')}: ${of}`);
}

function contents(content: Contents): string {
  const texts = Object.entries(content).map(([type, { schema }]) => {
    const shown = schema ? typeOf(schema) : 'anything';
    return type === 'application/json' ? shown : `${type} ${shown}`;
  });
  return texts.join('; ') || 'no body';
}

function fieldsOf(schema: Schema): string[] {
  const { properties, required = [] } = schema;
  if (!properties) return [typeOf(schema)];
  const fields = Object.entries(properties).map(
    ([name, of]) => `${name}${required.includes(name) ? '' : '?'}: ${typeOf(of)}`,
  );
  const more = otherKeywords(schema);
  return more ? [...fields, `(${more})`] : fields;
}

function typeOf(schema: Schema): string {
  const { $ref, type, items, properties, required, oneOf, anyOf, allOf, nullable } = schema;
  const several = (of: unknown, between: string) => (of as Schema[] | undefined)?.map(typeOf).join(between);
  const main =
    ($ref && nameOf($ref)) ??
    several(oneOf ?? anyOf, ' | ') ??
    several(allOf, ' & ') ??
    (properties && `{${fieldsOf({ properties, required }).join(', ')}}`) ??
    (items ? `[${typeOf(items)}]` : [type ?? 'anything'].flat().join(' | '));
  return [main, nullable ? 'or null' : '', otherKeywords(schema)].filter(Boolean).join(' ');
}

/** The keywords that stand in a type's name, or are left out. */
const SHOWN_OR_NOT =
  '$ref type items properties required oneOf anyOf allOf nullable description example'.split(' ');

/** The others, such as bounds. */
function otherKeywords(schema: Schema): string {
  return Object.entries(schema)
    .filter(([keyword]) => !SHOWN_OR_NOT.includes(keyword))
    .map(([keyword, value]) => (value === true ? keyword : `${keyword}=${JSON.stringify(value)}`))
    .join(' ');
}

function nameOf(reference: string): string {
  return reference.split('/').at(-1)!;
}
