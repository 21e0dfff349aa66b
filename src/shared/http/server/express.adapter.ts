import http from 'node:http';
import { ExpressAdapter } from '@nestjs/platform-express';
import express, { type Express, type RequestHandler, type Response } from 'express';
import { listHeaders } from '../response/content-headers.js';
import { isAmong } from '../response/entity-tag.js';
import { wantsListTag } from '../response/object-headers.js';
import { payloadOf, rendered } from '../response/rendered-answer.js';
import { Sections } from '../routes/sections.js';
import { responseHeaders, type AnsweredRequest } from '../response/response-headers.js';
import { isProblem } from '../response/error-body.js';
import { CURSOR_TYPE, JSON_TYPE, PROBLEM_TYPE } from '../response/media-types.js';
import { serveInTurn } from './request-turns.js';
import { longListSize, LongAnswers } from '../response/long-answers.js';
import { UnreadAnswers } from '../../limits/unread-answers.js';
import { answerUnreadable } from '../response/unreadable-request.js';

/** The options of the Express adapter. */
interface HttpOptions {
  readonly trustedProxies: readonly string[];
  readonly publicUrl: string;
  readonly keepAliveSeconds: number;
}

/**
 * Nest's Express adapter with two differences: JSON responses have exactly the type
 * `application/json` (D-19) and the headers of D-155..D-160, and requests and responses are created
 * with Express's prototypes.
 */
export class HttpAdapter extends ExpressAdapter {
  private unread = new UnreadAnswers();
  private long = new LongAnswers(this.unread);
  private readonly sections = new Sections();

  constructor(private readonly httpOptions: HttpOptions) {
    const { trustedProxies } = httpOptions;
    const app = express();
    app.set('case sensitive routing', true);
    app.set('query parser', 'simple');
    app.set('trust proxy', trustedProxies.length > 0 ? [...trustedProxies] : false);
    // Otherwise Express's own error handler would show the stack.
    app.set('env', 'production');
    app.disable('x-powered-by');
    app.disable('etag');
    super(app);
  }

  /** Counts responses in a shared memory limit, so that no list is read without memory for it. */
  countIn(unread: UnreadAnswers): void {
    this.unread = unread;
    this.long = new LongAnswers(unread);
  }

  override get(...route: never[]): never {
    return this.register('get', ...route);
  }

  override post(...route: never[]): never {
    return this.register('post', ...route);
  }

  override put(...route: never[]): never {
    return this.register('put', ...route);
  }

  override delete(...route: never[]): never {
    return this.register('delete', ...route);
  }

  /**
   * Express sets the prototype of each request and response, which is its largest cost. When they
   * already have the prototype, the call changes nothing.
   */
  override initHttpServer(): void {
    const { IncomingMessage, ServerResponse } = classesOf(this.getInstance<Express>());
    const handler = this.getInstance<Express>();
    this.httpServer = http.createServer({
      IncomingMessage,
      ServerResponse,
      ...SERVER_OPTIONS,
      keepAliveTimeout: this.httpOptions.keepAliveSeconds * 1000,
    });
    this.httpServer.on('clientError', answerUnreadable(this.httpOptions.publicUrl));
    serveInTurn(this.httpServer, handler);
  }

  private register(method: 'get' | 'post' | 'put' | 'delete', ...route: never[]): never {
    const [path, handler] = route as unknown as [string, RequestHandler];
    // At the position of the first route: after all middleware.
    if (this.sections.areEmpty) this.use(this.sections.handle);
    return this.sections.routerOf(path)[method](path, handler) as never;
  }

  override reply(response: Response, body: unknown, statusCode = response.statusCode): void {
    if (response.headersSent) return;
    const request: AnsweredRequest = response.req;
    request.endTurn?.();
    const headers = responseHeaders(request, statusCode);
    if (body === undefined || body === null) {
      // Profile rule 2 is the only success without a body (D-02).
      response.writeHead(204, headers);
      response.end();
      return;
    }
    const bytes = statusCode === 200 ? longListSize(body) : undefined;
    if (bytes !== undefined) this.sendLong(response, headers, body, bytes);
    else if (statusCode === 200) this.sendDone(response, headers, body);
    else this.send(response, statusCode, headers, payloadOf(body));
  }

  private sendDone(response: Response, headers: string[], body: unknown): void {
    const { payload, headers: content } = rendered(response.req, body);
    for (const [name, value] of Object.entries(content)) headers.push(name, value);
    if (!isUnchanged(response, headers, content.ETag)) this.send(response, 200, headers, payload);
  }

  private send(response: Response, statusCode: number, headers: string[], payload: Buffer | string): void {
    const type = isProblem(statusCode, payload) ? PROBLEM_TYPE : jsonType(response.req, statusCode);
    headers.push('Content-Type', type, 'Content-Length', String(Buffer.byteLength(payload)));
    response.writeHead(statusCode, headers);
    response.end(payload);
    // Almost all responses are already in the kernel's buffers here.
    if (response.writableLength > 0) this.unread.add(response, payload.length);
  }

  /** Sends a long list in pieces (D-283). */
  private sendLong(response: Response, headers: string[], body: object, bytes: number): void {
    const request: AnsweredRequest = response.req;
    for (const [name, value] of Object.entries(listHeaders(response.req, body))) headers.push(name, value);
    const isDigested = wantsListTag(request);
    this.long.build(response, body, { bytes, isDigested }, (built) => {
      if (built.tag !== undefined) headers.push('ETag', built.tag);
      if (isUnchanged(response, headers, built.tag)) return;
      headers.push('Content-Type', jsonType(request, 200), 'Content-Length', String(built.bytes));
      response.writeHead(200, headers);
      void this.long.write(response, built);
    });
  }
}

function jsonType({ listed }: AnsweredRequest, statusCode: number): string {
  return statusCode === 200 && listed?.cursor ? CURSOR_TYPE : JSON_TYPE;
}

/** Answers 304 when the client's copy is current. */
function isUnchanged(response: Response, headers: string[], tag: string | undefined): boolean {
  if (!isAmong(tag, response.req.headers['if-none-match'])) return false;
  response.writeHead(304, headers);
  response.end();
  return true;
}

const SERVER_OPTIONS = {
  // An upload may take hours; `expect-body.ts` limits other bodies.
  requestTimeout: 0,
  // Explicit, because without a request timeout Node would wait for headers forever.
  headersTimeout: 60_000,
  // `begin-request.ts` refuses a missing host in the form of API errors.
  requireHostHeader: false,
} as const;

/**
 * Replaces Express's prototypes by those of two classes, so that the server creates requests and
 * responses with them. They must be derived classes: for any other `new.target` V8 gives each
 * object its own hidden class, and code that uses them loses its inline caches.
 */
function classesOf(app: Express) {
  class AppRequest extends http.IncomingMessage {}
  class AppResponse extends http.ServerResponse {}
  const prototypes = app as unknown as { request: object; response: object };
  prototypes.request = Object.setPrototypeOf(AppRequest.prototype, prototypes.request) as object;
  prototypes.response = Object.setPrototypeOf(AppResponse.prototype, prototypes.response) as object;
  return { IncomingMessage: AppRequest, ServerResponse: AppResponse };
}
