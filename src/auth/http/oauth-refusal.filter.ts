import { Catch, type ArgumentsHost, type ExceptionFilter } from '@nestjs/common';
import type { Response } from 'express';
import { Invalid, ServiceError, TooLarge } from '../../shared/errors/errors.js';
import { setResponseHeaders } from '../../shared/http/response/response-headers.js';
import { errorView, unavailableView, type OAuthError } from '../oauth/oauth.view.js';

/** Answers refused token and revocation requests in the form of OAuth (D-154, D-168). */
@Catch(ServiceError)
export class OAuthRefusalFilter implements ExceptionFilter<ServiceError> {
  catch(error: ServiceError, host: ArgumentsHost): void {
    const response = host.switchToHttp().getResponse<Response>();
    setResponseHeaders(response.req, response);
    if (error instanceof Invalid || error instanceof TooLarge) {
      sendJson(response, 400, errorView('invalid_request', error.faults[0]?.reason ?? ''));
      return;
    }
    const { status, retryAfterSeconds, body } = unavailableView(error);
    response.set('Retry-After', String(retryAfterSeconds));
    sendJson(response, status, body);
  }
}

function sendJson(response: Response, status: number, body: OAuthError): void {
  response.statusCode = status;
  response.setHeader('Content-Type', 'application/json');
  response.end(JSON.stringify(body));
}
