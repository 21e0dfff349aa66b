import type { Request, Response } from 'express';
import type Provider from 'oidc-provider';
import { Invalid, ServiceError, TooMany } from '../../shared/errors/errors.js';
import { clientAddress } from '../../shared/http/request/client-address.js';
import { setResponseHeaders } from '../../shared/http/response/response-headers.js';
import type { SignInLimit } from '../../shared/limits/sign-in-limit.js';
import { FormRequest } from '../oauth/form-request.js';
import { knownParameters } from '../oauth/stored-requests.js';
import { serverMetadata } from '../oauth/server-metadata.js';
import { errorView, unavailableView, type OAuthError } from '../oauth/oauth.view.js';
import type { Pages } from './pages.js';

/** The OAuth library's endpoints. They belong to PUBLIC_URL, whichever Host a request names. */
export class OAuthHandlers {
  private readonly library: (request: FormRequest | Request, response: Response) => Promise<void>;

  constructor(
    provider: Provider,
    private readonly publicUrl: URL,
    private readonly pages: Pages,
  ) {
    this.library = provider.callback();
  }

  async authorize(request: Request, response: Response): Promise<void> {
    this.pages.setHeaders(response);
    this.setPublicUrl(request);
    request.url = knownParameters(request.url);
    if (namesTwoAddresses(request.url)) return this.refuse(response);
    await this.library(request, response);
  }

  /** The library would redirect to the registered address. */
  private refuse(response: Response): void {
    const text = 'The application must not name the address to return to twice.';
    this.pages.sendError(response, 400, 'This request can’t be carried out', text);
  }

  /** The token and revocation endpoints. */
  async form(request: Request, response: Response, limit: SignInLimit): Promise<void> {
    setResponseHeaders(request, response);
    try {
      const address = clientAddress(request);
      await limit.count(address);
      const form = await FormRequest.of(request);
      this.setPublicUrl(form);
      await limit.inTurn(address, () => this.library(form, response));
    } catch (error) {
      if (!(error instanceof ServiceError)) throw error;
      sendRefusal(response, error);
    }
  }

  metadata(request: Request, response: Response): void {
    setResponseHeaders(request, response);
    sendJson(response, 200, serverMetadata(this.publicUrl));
  }

  private setPublicUrl({ headers }: FormRequest | Request): void {
    headers['x-forwarded-host'] = this.publicUrl.host;
    headers['x-forwarded-proto'] = this.publicUrl.protocol.slice(0, -1);
  }
}

function namesTwoAddresses(url: string): boolean {
  return new URLSearchParams(url.split(/\?(.*)/s)[1]).getAll('redirect_uri').length > 1;
}

function sendRefusal(response: Response, error: ServiceError): void {
  if (error instanceof Invalid) {
    sendJson(response, 400, errorView('invalid_request', error.faults[0]?.reason ?? ''));
    return;
  }
  const { status, retryAfterSeconds, body } = unavailableView(error instanceof TooMany ? error : undefined);
  response.set('Retry-After', String(retryAfterSeconds));
  sendJson(response, status, body);
}

function sendJson(response: Response, status: number, body: OAuthError | object): void {
  response.statusCode = status;
  response.setHeader('Content-Type', 'application/json');
  response.end(JSON.stringify(body));
}
