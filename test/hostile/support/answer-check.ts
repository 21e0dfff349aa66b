export interface HostileAnswer {
  readonly status: number;
  /** By lower-case name. */
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  readonly body: Buffer;
}

const JSON_TYPE = 'application/json';
/** What a cursor finds of a list (D-296). */
const CURSOR_TYPE = `${JSON_TYPE}; pagination=cursor`;
/** What only the inside knows. */
const INTERNALS =
  /node_modules|\bat \w+ \(|relation "|syntax error at|pg_catalog|violates|ECONNREFUSED|\.js:\d/;

/** What is wrong with an answer of the API, whatever was asked (spec: Errors rule 1; D-19, D-26, D-29, D-34). */
export function faultsOf(answer: HostileAnswer, method: string): string[] {
  const { status, headers, body } = answer;
  if (![2, 4].includes(Math.floor(status / 100))) return [`status ${status}`];
  const bodiless = method === 'HEAD' || status === 204 || (method === 'OPTIONS' && status === 200);
  if (bodiless) return body.length === 0 ? [] : ['a body where there is none'];
  const type = headers['content-type'];
  if (status < 300) return type === JSON_TYPE || type === CURSOR_TYPE ? jsonFaults(body) : streamFaults(type);
  return [
    ...(type === JSON_TYPE ? [] : [`an error of type ${String(type)}`]),
    ...errorFaults(body.toString()),
    ...headerFaults(status, headers),
  ];
}

function jsonFaults(body: Buffer): string[] {
  const value = parsed(body.toString());
  return typeof value === 'object' && value !== null ? [] : ['a body that is no object'];
}

/** The Platform API gives an image's bytes. */
function streamFaults(type: unknown): string[] {
  return type === 'application/gzip' || type === 'application/octet-stream'
    ? []
    : [`an answer of type ${String(type)}`];
}

function errorFaults(text: string): string[] {
  const { errors, ...rest } = (parsed(text) ?? {}) as { errors?: unknown };
  if (!Array.isArray(errors) || errors.length === 0) return ['an error without errors'];
  if (Object.keys(rest).length > 0) return ['an error with more than errors'];
  const valid = errors.every(
    ({ field = '', reason, ...more }: Record<string, unknown>) =>
      typeof field === 'string' &&
      typeof reason === 'string' &&
      reason !== '' &&
      Object.keys(more).length === 0,
  );
  if (!valid) return ['errors of another form'];
  // What the caller named is told to them again; nothing else is.
  return INTERNALS.test(text.replace(/Cannot (filter on|order by) .*/s, ''))
    ? ['an error that tells of the inside']
    : [];
}

function headerFaults(status: number, headers: HostileAnswer['headers']): string[] {
  const needed: Readonly<Record<number, string>> = {
    401: 'www-authenticate',
    405: 'allow',
    429: 'retry-after',
  };
  const name = needed[status];
  return name && headers[name] === undefined ? [`${status} without ${name}`] : [];
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
