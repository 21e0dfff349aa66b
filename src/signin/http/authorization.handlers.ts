import type { Request, Response } from 'express';
import type Provider from 'oidc-provider';
import type { OAuthClient } from '../../auth/oauth-clients/oauth-client.js';
import type { Csrf } from '../login/csrf.js';
import type { SessionRow } from '../login/sessions.repository.js';
import { consentPage } from '../pages/consent.page.js';
import { readForm } from './form.js';
import { sendExpired } from './login-page.handlers.js';
import { again, type LoginHandlers } from './login.handlers.js';
import type { Pages } from './pages.js';
import { formTarget, returnsTo } from './return-address.rules.js';

type Interaction = Awaited<ReturnType<Provider['interactionDetails']>>;

/** What an authorization request waits for. */
interface Waiting {
  readonly interaction: Interaction;
  readonly client: OAuthClient;
}

/** The pages of an authorization request: login, then consent, each time (D-148, D-149). */
export class AuthorizationHandlers {
  constructor(
    private readonly provider: Provider,
    private readonly findClient: (id: string) => Promise<OAuthClient | undefined>,
    private readonly login: LoginHandlers,
    private readonly csrf: Csrf,
    private readonly pages: Pages,
  ) {}

  async show(request: Request, response: Response): Promise<void> {
    const waiting = await this.waiting(request, response);
    if (!waiting) return this.showExpired(response);
    const session = await this.login.session(request);
    if (session) this.showConsent(request, response, waiting, session);
    else await this.login.show(request, response, waiting.client.label);
  }

  async take(request: Request, response: Response): Promise<void> {
    const form = await readForm(request);
    const waiting = await this.waiting(request, response);
    if (!waiting) return this.showExpired(response);
    const csrf = form.get('csrf');
    const session = await this.login.session(request);
    const isTheirs = session !== undefined && this.csrf.isValid(request, csrf, session.username);
    if (form.get('step') !== 'consent') {
      if (!isTheirs && !this.csrf.isValid(request, csrf)) return sendExpired(this.pages, response);
      return this.login.take(request, response, form, waiting.client.label);
    }
    // The login ended, or became another's, since the page was shown: what holds now is asked anew.
    if (!isTheirs) return again(request, response);
    await this.answer(request, response, waiting, session, form.get('answer') === 'allow');
  }

  private async waiting(request: Request, response: Response): Promise<Waiting | undefined> {
    const interaction = await this.provider.interactionDetails(request, response);
    if (interaction.uid !== request.params.uid) return undefined;
    const client = await this.findClient(String(interaction.params.client_id));
    return client && { interaction, client };
  }

  private showConsent(
    request: Request,
    response: Response,
    waiting: Waiting,
    { username }: SessionRow,
  ): void {
    const { interaction, client } = waiting;
    const redirectUri = String(interaction.params.redirect_uri);
    const page = consentPage(this.pages.frame, {
      clientLabel: client.label,
      website: client.website,
      returnsTo: returnsTo(redirectUri),
      scopes: scopeOf(interaction).split(' '),
      username,
      csrf: this.csrf.token(request, response, username),
    });
    this.pages.send(response, 200, page, formTarget(redirectUri));
  }

  private async answer(
    request: Request,
    response: Response,
    { interaction, client }: Waiting,
    { userId }: SessionRow,
    allowed: boolean,
  ): Promise<void> {
    const result = allowed ? await this.allow(interaction, client, String(userId)) : DENIED;
    const returnTo = await this.provider.interactionResult(request, response, result);
    // The path alone: the cookies are those of the name that the browser came by.
    response.redirect(303, new URL(returnTo).pathname);
  }

  private async allow(interaction: Interaction, { id: clientId }: OAuthClient, accountId: string) {
    const grant = new this.provider.Grant({ accountId, clientId });
    grant.addOIDCScope(scopeOf(interaction));
    return { login: { accountId }, consent: { grantId: await grant.save() } };
  }

  private showExpired(response: Response): void {
    this.pages.sendError(
      response,
      400,
      'This page has expired',
      'Go back to the application and start again from there.',
    );
  }
}

const DENIED = { error: 'access_denied', error_description: 'The user denied the request.' };

function scopeOf({ params }: Interaction): string {
  return String(params.scope);
}
