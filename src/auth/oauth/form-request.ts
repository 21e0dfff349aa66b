import { IncomingMessage } from 'node:http';
import type { Request } from 'express';
import { canonicalScopes } from '../../access/scope.rules.js';
import { clientAddress } from '../../shared/http/request/client-address.js';
import type { AnsweredRequest } from '../../shared/http/response/response-headers.js';

const FORM = 'application/x-www-form-urlencoded';

/**
 * A token or revocation request in the form that the OAuth library reads. D-151 also allows
 * multipart bodies, a missing grant type, `scopes`, and other spellings of scopes; this class
 * converts them.
 */
export class FormRequest extends IncomingMessage {
  /**
   * The narrower scope that a refresh asks for; null when it is not a valid scope. The library does
   * not see it, because it compares scope names and not what they cover.
   */
  requestedScope: string | null | undefined;
  /** The client's address (D-50). */
  readonly address: string;
  /** For the log. */
  readonly requestId: string | undefined;

  private constructor(request: Request, form: URLSearchParams) {
    super(request.socket);
    this.address = clientAddress(request);
    this.requestId = (request as AnsweredRequest).requestId;
    const body = Buffer.from(form.toString());
    this.method = 'POST';
    this.url = request.originalUrl;
    this.headers = {
      ...request.headers,
      accept: 'application/json',
      'content-type': FORM,
      'content-length': String(body.length),
    };
    delete this.headers['transfer-encoding'];
    // Otherwise Node takes the end of the stream for an aborted request and closes the socket.
    this.complete = true;
    this.push(body);
    this.push(null);
  }

  /** @param form the body of the request; it is changed */
  static of(request: Request, form: URLSearchParams): FormRequest {
    omitEmpty(form);
    if (!form.has('grant_type')) form.set('grant_type', 'authorization_code');
    if (form.has('scopes') && !form.has('scope')) form.set('scope', form.get('scopes') ?? '');
    const scope = form.getAll('scope');
    const narrows = form.get('grant_type') === 'refresh_token' && scope.length === 1;
    if (narrows) form.delete('scope');
    const wrapped = new FormRequest(request, form);
    if (narrows) wrapped.requestedScope = canonicalScopes(scope[0] ?? '') ?? null;
    return wrapped;
  }
}

/** A parameter without a value counts as omitted (RFC 6749, 3.2). */
function omitEmpty(form: URLSearchParams): void {
  for (const name of new Set(form.keys())) {
    if (form.getAll(name).every((value) => value === '')) form.delete(name);
  }
}
