import { Catch, HttpException, Inject, type ArgumentsHost, type ExceptionFilter } from '@nestjs/common';
import { HttpAdapterHost } from '@nestjs/core';
import type { Request, Response } from 'express';
import { SETTINGS, type Settings } from '../../config/settings.js';
import {
  fault,
  Forbidden,
  InsufficientScope,
  AttemptAborted,
  Invalid,
  KeyReused,
  KeyUnderWay,
  MethodNotAllowed,
  NotFound,
  OutsideRestrictions,
  PreconditionFailed,
  RangeNotSatisfiable,
  ServiceError,
  TooLarge,
  TooMany,
  Unauthenticated,
  Unavailable,
  UnsupportedMediaType,
  type Fault,
} from '../../errors/errors.js';
import { LOGGER, type Logger } from '../../log/logger.js';
import { errorBody, prefersProblem, problemBody } from './error-body.js';
import type { AnsweredRequest } from './response-headers.js';
import { ROUTES, type Routes } from '../routes/routes.js';

const RETRY_AFTER_SECONDS = 2;
const UNDER_WAY_SECONDS = 1;

const STATUSES: readonly (readonly [abstract new (...args: never[]) => ServiceError, number])[] = [
  [Invalid, 400],
  [Unauthenticated, 401],
  [Forbidden, 403],
  [OutsideRestrictions, 403],
  [InsufficientScope, 403],
  [NotFound, 404],
  [MethodNotAllowed, 405],
  [KeyUnderWay, 409],
  [PreconditionFailed, 412],
  [TooLarge, 413],
  [UnsupportedMediaType, 415],
  [KeyReused, 422],
  [RangeNotSatisfiable, 416],
  [TooMany, 429],
  [Unavailable, 503],
];

/** The status of a refusal (D-28). */
export function statusOf(error: ServiceError): number {
  return STATUSES.find(([kind]) => error instanceof kind)?.[1] ?? 500;
}

/** Converts each error to an HTTP response (spec: Errors rule 1). No other code does. */
@Catch()
export class ErrorsFilter implements ExceptionFilter {
  constructor(
    private readonly host: HttpAdapterHost,
    @Inject(ROUTES) private readonly routes: Routes,
    @Inject(LOGGER) private readonly logger: Logger,
    @Inject(SETTINGS) private readonly settings: Settings,
  ) {}

  catch(thrown: unknown, host: ArgumentsHost): void {
    if (thrown instanceof AttemptAborted) return;
    const request = host.switchToHttp().getRequest<Request & AnsweredRequest>();
    const response = host.switchToHttp().getResponse<Response>();
    const error = this.known(thrown, request);
    // A client that disconnected during a wait is no failure.
    const isFailure = !error || (error instanceof Unavailable && !request.socket.destroyed);
    if (isFailure) this.log(thrown, request);
    if (response.headersSent) {
      response.destroy();
      return;
    }
    if (error) setErrorHeaders(error, response);
    this.answer(request, response, error?.faults ?? [UNEXPECTED], error ? statusOf(error) : 500);
  }

  private answer(
    request: Request & AnsweredRequest,
    response: Response,
    faults: readonly Fault[],
    status: number,
  ): void {
    const { publicUrl } = this.settings;
    const occurrence = { status, fieldsIn: fieldsIn(request), publicUrl, instance: request.requestId };
    const body = prefersProblem(request) ? problemBody(faults, occurrence) : errorBody(faults);
    this.host.httpAdapter.reply(response, body, status);
  }

  /** Nest and Express report unknown and undecodable paths by their own errors. */
  private known(thrown: unknown, request: Request): ServiceError | undefined {
    if (thrown instanceof ServiceError) return thrown;
    const status =
      thrown instanceof HttpException ? thrown.getStatus() : (thrown as { status?: number }).status;
    if (status !== 404 && status !== 400) return undefined;
    const allow = this.routes.methodsOf(request.path);
    return allow.length > 0 && status === 404 ? new MethodNotAllowed(allow) : new NotFound();
  }

  private log(thrown: unknown, request: AnsweredRequest): void {
    const { cause } = thrown as Error;
    this.logger.error({ requestId: request.requestId, err: cause ?? thrown }, 'request failed');
  }
}

/** GET and DELETE have no body, and a text has no fields. */
function fieldsIn({ method, access }: Request & AnsweredRequest): 'body' | 'query' {
  const takesBody = method === 'POST' || method === 'PUT';
  return takesBody && access?.endpoint.bodyType === undefined ? 'body' : 'query';
}

const UNEXPECTED = fault('', 'unexpected_error');

function setErrorHeaders(error: ServiceError, response: Response): void {
  if (error instanceof Unauthenticated) response.setHeader('WWW-Authenticate', 'Bearer');
  if (error instanceof InsufficientScope) {
    const scope = error.scopes.join(' ');
    response.setHeader('WWW-Authenticate', `Bearer error="insufficient_scope", scope="${scope}"`);
  }
  if (error instanceof MethodNotAllowed) response.setHeader('Allow', error.allow.join(', '));
  if (error instanceof RangeNotSatisfiable) response.setHeader('Content-Range', `bytes */${error.bytes}`);
  if (error instanceof TooMany) response.setHeader('Retry-After', error.retryAfterSeconds);
  if (error instanceof KeyUnderWay) response.setHeader('Retry-After', UNDER_WAY_SECONDS);
  if (error instanceof Unavailable) response.setHeader('Retry-After', RETRY_AFTER_SECONDS);
}
