import { Agent } from 'node:http';
import supertest from 'supertest';
import { PLATFORM_TOKEN, type TestApp } from './app.js';
import { faultsByDocument, NOT_CHECKED } from './openapi-check.js';

export interface Answer {
  readonly status: number;
  // A test states what it expects of a body; its shape is what is under test.
  // eslint-disable-next-line @typescript-eslint/no-explicit-any
  readonly body: any;
  readonly headers: Headers;
}

type Extra = Record<string, string>;

/** Connections stay open between requests, as those of most clients do. */
const connections = new Agent({ keepAlive: true });

/** One caller of the API: `client.get('/vpcs')` asks `/v4/vpcs` with the caller's token. */
export class Client {
  constructor(
    private readonly url: string,
    readonly token?: string,
    private readonly base = '/v4',
  ) {}

  get(path: string, headers: Extra = {}): Promise<Answer> {
    return this.send('GET', path, undefined, headers);
  }

  /** A collection by filter. */
  filter(path: string, filter: unknown): Promise<Answer> {
    const text = typeof filter === 'string' ? filter : JSON.stringify(filter);
    return this.get(path, { 'X-Filter': Buffer.from(text).toString('latin1') });
  }

  post(path: string, body: unknown = {}, headers: Extra = {}): Promise<Answer> {
    return this.send('POST', path, body, headers);
  }

  put(path: string, body: unknown = {}, headers: Extra = {}): Promise<Answer> {
    return this.send('PUT', path, body, headers);
  }

  delete(path: string, headers: Extra = {}): Promise<Answer> {
    return this.send('DELETE', path, undefined, headers);
  }

  /** @param body a string goes out as it is, anything else in the form of JSON. */
  async send(method: string, path: string, body?: unknown, extra: Extra = {}): Promise<Answer> {
    const authorization: Extra = this.token === undefined ? {} : { Authorization: `Bearer ${this.token}` };
    const type: Extra = body === undefined ? {} : { 'Content-Type': typeOf(path) };
    const { status, text, ...received } = await new supertest.Test(this.url, method, this.base + path)
      .agent(connections)
      .set({ ...authorization, ...type, ...extra })
      .send(body === undefined || typeof body === 'string' ? body : JSON.stringify(body));
    const answer = text ? JSON.parse(text) : undefined;
    // A body that a test gives as text is odd on purpose.
    const request = typeof body === 'string' ? NOT_CHECKED : body;
    const headers = new Headers(received.headers);
    const exchange = { method, path: this.base + path, request, status, answer, headers };
    expect(faultsByDocument(exchange)).toEqual([]);
    return { status, body: answer, headers };
  }
}

/** The media type that the path takes: that of zone files is a text (D-242). */
function typeOf(path: string): string {
  return /\/zone-file(?:\?|$)/.test(path) ? 'text/dns' : 'application/json';
}

export function anonymous({ url }: Pick<TestApp, 'url'>): Client {
  return new Client(url);
}

export function platform({ url }: Pick<TestApp, 'url'>): Client {
  return new Client(url, PLATFORM_TOKEN, '/platform/v1');
}

/** The body of a refusal with one fault. */
export function refusal(field: string, reason: string) {
  return { errors: [{ field, reason }] };
}

/** The body of a refusal with several faults, as ordered pairs of field and reason. */
export function refusals(...faults: readonly (readonly [field: string, reason: string])[]) {
  return { errors: faults.map(([field, reason]) => ({ field, reason })) };
}

export const NOT_FOUND = refusal('', 'Not found');
export const UNAUTHORIZED = refusal('', 'Unauthorized');
