import { Injectable } from '@nestjs/common';
import type { Request, Response } from 'express';
import { errors } from 'oidc-provider';
import type { OAuthClient } from '../../access/oauth-clients/oauth-client.js';
import { OAuthClientsRepository } from '../../access/oauth-clients/oauth-clients.repository.js';
import { Database } from '../../database/database.js';
import type { Visitor } from '../login/visitor.js';
import { Consents } from './consents.js';
import { OAuthPayloadsService } from './oauth-payloads.service.js';
import { LOGIN_SECONDS, OAuthProvider } from './oauth-provider.js';
import type { SignedInUser } from '../login/login-user.js';

type Result = Parameters<OAuthProvider['interactionResult']>[2];

/** An authorization request that waits for the user's consent. */
export interface PendingAuthorization {
  readonly uid: string;
  readonly client: OAuthClient;
  readonly scope: string;
  readonly redirectUri: string;
}

/**
 * The authorization requests that the OAuth library has handed over to the login and the consent
 * (D-148, D-149).
 */
@Injectable()
export class PendingAuthorizations {
  constructor(
    private readonly provider: OAuthProvider,
    private readonly database: Database,
    private readonly clients: OAuthClientsRepository,
    private readonly payloads: OAuthPayloadsService,
    private readonly consents: Consents,
  ) {}

  /**
   * @throws SessionNotFound when this browser has no request, has another one than its path names,
   * or the application was deleted
   */
  async find(request: Request, response: Response): Promise<PendingAuthorization> {
    const { uid, params } = await this.provider.interactionDetails(request, response);
    const client =
      uid === request.params.uid
        ? await this.clients.find(this.database, String(params.client_id))
        : undefined;
    if (!client) throw new errors.SessionNotFound('authorization request not found');
    return { uid, client, scope: String(params.scope), redirectUri: String(params.redirect_uri) };
  }

  /** Extends the request while the user signs in. */
  async extend({ uid }: PendingAuthorization): Promise<void> {
    await this.payloads.extend(uid, LOGIN_SECONDS);
  }

  /**
   * @returns the result that `end` takes
   * @throws LoginEnded
   */
  async allow(
    { client, scope }: PendingAuthorization,
    user: SignedInUser,
    visitor: Visitor,
  ): Promise<Result> {
    const accountId = String(user.userId);
    const grant = new this.provider.Grant({ accountId, clientId: client.id });
    grant.addOIDCScope(scope);
    const grantId = await this.consents.save(() => grant.save(), client, user, visitor);
    return { login: { accountId }, consent: { grantId } };
  }

  deny(): Result {
    return { error: 'access_denied', error_description: 'The user denied the request.' };
  }

  /**
   * @returns the path that leads back to the application, without a host: the browser's cookies
   * belong to the host it used
   */
  async end(request: Request, response: Response, result: Result): Promise<string> {
    return new URL(await this.provider.interactionResult(request, response, result)).pathname;
  }
}
