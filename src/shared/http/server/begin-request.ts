import { randomUUID } from 'node:crypto';
import type { NextFunction, Request, Response } from 'express';
import { invalid, MethodNotAllowed, NotFound } from '../../errors/errors.js';
import { responseHeaders, type AnsweredRequest } from '../response/response-headers.js';
import { isOverTls } from '../request/tls.js';
import type { Routes } from '../routes/routes.js';

/** Each path of the API, known or unknown. */
const API = /^\/v4(?=\/|$)/;
const BETA = /^\/v4beta(?=\/)/;
/** What an absolute request target has before its path (RFC 9112 section 3.2.2). */
const ORIGIN = /^https?:\/\/[^/?#]*\/?/i;
/**
 * A segment `..`. A proxy removes it before it compares the path with those that it refuses, so it
 * would let through what the service takes for a path of the Platform API.
 */
const PARENT = /(?:\/|%2f)(?:\.|%2e){2}(?:\/|%2f|$)/i;

/** The first step of each request: its id, the version alias (D-01), and OPTIONS (D-03). */
export function beginRequest(routes: Routes, publicUrl: string) {
  return (request: Request & AnsweredRequest, response: Response, next: NextFunction): void => {
    request.requestId = randomUUID();
    request.overTls = isOverTls(request, publicUrl);
    if (ORIGIN.test(request.url)) request.url = request.originalUrl = request.url.replace(ORIGIN, '/');
    if (request.url.startsWith('/v4beta/')) request.url = request.url.replace(BETA, '/v4');
    if (request.headers.host === undefined && request.httpVersion === '1.1')
      next(invalid('Host', 'value_required'));
    else if (request.method === 'OPTIONS') answerOptions(request, response, next, routes);
    else if (PARENT.test(request.path)) next(new NotFound());
    else if (routes.isFixedWithout(request.method, request.path)) {
      next(new MethodNotAllowed(routes.methodsOf(request.path)));
    } else next();
  };
}

function answerOptions(request: Request, response: Response, next: NextFunction, routes: Routes): void {
  const known = routes.methodsOf(request.path);
  if (known.length === 0 && !API.test(request.path)) {
    next(new NotFound());
    return;
  }
  // D-269: a browser can then read the 404 of the actual request.
  const methods = known.length > 0 ? known : ['OPTIONS'];
  const headers = responseHeaders(request, 200, !routes.isPage(request.path));
  response.writeHead(200, [...headers, 'Allow', methods.join(', '), 'Content-Length', '0']);
  response.end();
}
