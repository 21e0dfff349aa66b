import { Controller, Get, Inject, Post, Req, Res, UseFilters, UseGuards } from '@nestjs/common';
import { ApiExcludeController } from '@nestjs/swagger';
import type { Request, Response } from 'express';
import { SETTINGS, type Settings } from '../../shared/config/settings.js';
import { clientAddress } from '../../shared/http/request/client-address.js';
import { setResponseHeaders, type AnsweredRequest } from '../../shared/http/response/response-headers.js';
import { Public } from '../../shared/http/routes/public.decorator.js';
import { SignInLimit } from '../../shared/limits/sign-in-limit.js';
import { FormRequest } from '../oauth/form-request.js';
import { OAuthProvider } from '../oauth/oauth-provider.js';
import { knownParameters } from '../oauth/stored-requests.js';
import { Form } from './form.pipe.js';
import { OAuthRefusalFilter } from './oauth-refusal.filter.js';
import { Pages } from '../pages/pages.js';
import { SignInLimitGuard } from './sign-in-limit.guard.js';
import { SignInPage } from './sign-in-page.decorator.js';

/** Passes requests to the OAuth library, with the host of PUBLIC_URL in place of `Host`. */
@Controller('oauth')
@ApiExcludeController()
export class OAuthController {
  private readonly library: ReturnType<OAuthProvider['callback']>;
  private readonly publicUrl: URL;

  constructor(
    provider: OAuthProvider,
    private readonly pages: Pages,
    private readonly limit: SignInLimit,
    @Inject(SETTINGS) { publicUrl }: Settings,
  ) {
    this.library = provider.callback();
    this.publicUrl = new URL(publicUrl);
  }

  @Get(['authorize', 'authorize/:uid'])
  @SignInPage()
  async authorize(@Req() request: Request, @Res() response: Response) {
    // The library would store the request, or use up the consent.
    if (request.method === 'HEAD') return this.pages.send(response, 200, '');
    this.setOrigin(request, request);
    // A request that continues has its parameters stored. The library fails on others.
    request.url = request.params.uid === undefined ? knownParameters(request.url) : request.path;
    if (namesTwoAddresses(request.url)) return this.refuse(response);
    await this.library(request, response);
  }

  @Post(['token', 'revoke'])
  @Public('data')
  @UseGuards(SignInLimitGuard)
  @UseFilters(OAuthRefusalFilter)
  async submit(@Form() form: URLSearchParams, @Req() request: Request, @Res() response: Response) {
    setResponseHeaders(request, response);
    const converted = FormRequest.of(request, form);
    this.setOrigin(converted, request);
    await this.limit.inTurn(clientAddress(request), () => this.library(converted, response));
  }

  /** The library would redirect to the registered address instead. */
  private refuse(response: Response): void {
    const text = 'The application must not name the address to return to twice.';
    this.pages.sendError(response, 400, 'This request can’t be carried out', text);
  }

  /** The library marks its cookies Secure by the protocol (D-178). */
  private setOrigin({ headers }: FormRequest | Request, { overTls }: AnsweredRequest): void {
    headers['x-forwarded-host'] = this.publicUrl.host;
    headers['x-forwarded-proto'] = overTls ? 'https' : 'http';
  }
}

function namesTwoAddresses(url: string): boolean {
  return new URLSearchParams(url.split(/\?(.*)/s)[1]).getAll('redirect_uri').length > 1;
}
