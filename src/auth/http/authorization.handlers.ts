import type { Request, Response } from 'express';
import type Provider from 'oidc-provider';
import type { OAuthClient } from '../../access/oauth-clients/oauth-client.js';
import type { Csrf } from '../login/csrf.js';
import type { SignedInUser } from '../login/login-sessions.repository.js';
import type { Consents } from '../oauth/consents.js';
import { leavingPage } from '../pages/leaving.page.js';
import { consentPage } from '../pages/consent.page.js';
import { readForm } from '../form.js';
import { sendExpired } from './login-page.handlers.js';
import { redirectToSelf, type LoginHandlers } from './login.handlers.js';
import type { Pages } from './pages.js';
import { appScheme, displayRedirectUri } from './redirect-uri-display.rules.js';

type Interaction = Awaited<ReturnType<Provider['interactionDetails']>>;

/** An authorization request that waits for the user's consent. */
interface PendingAuthorization {
  readonly interaction: Interaction;
  readonly client: OAuthClient;
}

/** The pages of an authorization request: login, then consent, which every request asks for (D-148, D-149). */
export class AuthorizationHandlers {
  constructor(
    private readonly provider: Provider,
    private readonly findClient: (id: string) => Promise<OAuthClient | undefined>,
    private readonly login: LoginHandlers,
    private readonly csrf: Csrf,
    private readonly pages: Pages,
    private readonly extend: (uid: string) => Promise<void>,
    private readonly consents: Consents,
  ) {}

  async show(request: Request, response: Response): Promise<void> {
    const pending = await this.pending(request, response);
    if (!pending) return this.showExpired(response);
    const session = await this.login.session(request);
    if (session || (await this.login.waitsForCode(request))) await this.extend(pending.interaction.uid);
    if (session) this.showConsent(request, response, pending, session);
    else await this.login.show(request, response, pending.client.label);
  }

  async submit(request: Request, response: Response): Promise<void> {
    const form = await readForm(request);
    const pending = await this.pending(request, response);
    if (!pending) return this.showExpired(response);
    const csrf = form.get('csrf');
    const session = await this.login.session(request);
    const isOwnForm = session !== undefined && this.csrf.isValid(request, csrf, session.username);
    if (form.get('step') !== 'consent') {
      if (!isOwnForm && !this.csrf.isValid(request, csrf)) return sendExpired(this.pages, response);
      return this.login.submit(request, response, form, pending.client.label);
    }
    // The login ended or changed user after the page was shown: show the step that is due now.
    if (!isOwnForm) return redirectToSelf(request, response);
    await this.answer(request, response, pending, session, form.get('answer') === 'allow');
  }

  private async pending(request: Request, response: Response): Promise<PendingAuthorization | undefined> {
    const interaction = await this.provider.interactionDetails(request, response);
    if (interaction.uid !== request.params.uid) return undefined;
    const client = await this.findClient(String(interaction.params.client_id));
    return client && { interaction, client };
  }

  private showConsent(
    request: Request,
    response: Response,
    pending: PendingAuthorization,
    { username }: SignedInUser,
  ): void {
    const { interaction, client } = pending;
    const redirectUri = String(interaction.params.redirect_uri);
    const page = consentPage(this.pages.frame, {
      clientLabel: client.label,
      website: client.website,
      returnsTo: displayRedirectUri(redirectUri),
      scopes: scopeOf(interaction).split(' '),
      username,
      csrf: this.csrf.token(request, response, username),
    });
    this.pages.send(response, 200, page, appScheme(redirectUri));
  }

  private async answer(
    request: Request,
    response: Response,
    { interaction, client }: PendingAuthorization,
    user: SignedInUser,
    allowed: boolean,
  ): Promise<void> {
    const result = allowed ? await this.allow(request, interaction, client, user) : DENIED;
    const returnTo = await this.provider.interactionResult(request, response, result);
    // Only the path, so that the browser stays on the host that its cookies belong to.
    const { pathname } = new URL(returnTo);
    // Browsers open an app only after a click. The form was one, and a page in between would lose it.
    if (appScheme(String(interaction.params.redirect_uri))) response.redirect(303, pathname);
    else this.pages.send(response, 200, leavingPage(this.pages.frame, client.label, pathname));
  }

  private async allow(request: Request, interaction: Interaction, client: OAuthClient, user: SignedInUser) {
    const accountId = String(user.userId);
    const grant = new this.provider.Grant({ accountId, clientId: client.id });
    grant.addOIDCScope(scopeOf(interaction));
    const grantId = await this.consents.save(() => grant.save(), client, user, this.login.visitor(request));
    return { login: { accountId }, consent: { grantId } };
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
