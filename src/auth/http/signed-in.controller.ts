import { Get, Inject, Post, Req, Res } from '@nestjs/common';
import type { Request, Response } from 'express';
import { LoginCookies } from '../login/cookies.js';
import { Csrf } from '../login/csrf.js';
import type { PageFrame } from '../pages/page.js';
import { Form } from './form.pipe.js';
import { LoginSteps } from './login-steps.js';
import { Pages } from '../pages/pages.js';
import type { SignedInUser } from '../login/login-user.js';

export const WRONG_CURRENT_PASSWORD = 'The current password is wrong.';

/** A request of a signed-in user. */
export interface SignedInRequest {
  readonly response: Response;
  readonly user: SignedInUser;
  /** The token in the session cookie. */
  readonly session: string;
}

/** The values that every page of a signed-in user shows. */
interface Shown {
  readonly username: string;
  readonly csrf: string;
}

/** A page where signed-in users see and change their own settings. Others go to `/login`. */
export abstract class SignedInController<Faults extends object> {
  @Inject() protected readonly login: LoginSteps;
  @Inject() protected readonly cookies: LoginCookies;
  @Inject() private readonly csrf: Csrf;
  @Inject() private readonly pages: Pages;

  @Get()
  async show(@Req() request: Request, @Res() response: Response) {
    const signedIn = await this.signedInRequest(request, response);
    if (signedIn) await this.send(signedIn, 200);
  }

  @Post()
  async submit(@Form() form: URLSearchParams, @Req() request: Request, @Res() response: Response) {
    const signedIn = await this.signedInRequest(request, response);
    if (!signedIn) return;
    if (this.csrf.isValid(request, form.get('csrf'), signedIn.user.username))
      await this.change(signedIn, form);
    else this.pages.sendExpired(response);
  }

  /** Carries out a form whose `csrf` is valid. */
  protected abstract change(signedIn: SignedInRequest, form: URLSearchParams): Promise<void>;

  protected abstract page(
    frame: PageFrame,
    signedIn: SignedInRequest,
    shown: Shown,
    faults: Partial<Faults>,
  ): Promise<string> | string;

  protected async send(
    signedIn: SignedInRequest,
    status: number,
    faults: Partial<Faults> = {},
  ): Promise<void> {
    const shown = { username: signedIn.user.username, csrf: this.csrfToken(signedIn) };
    this.pages.send(signedIn.response, status, await this.page(this.pages.frame, signedIn, shown, faults));
  }

  /** Answers with a page of another step. */
  protected sendOther({ response }: SignedInRequest, page: (frame: PageFrame) => string, status = 200): void {
    this.pages.send(response, status, page(this.pages.frame));
  }

  protected csrfToken({ response, user }: SignedInRequest): string {
    return this.csrf.token(response, user.username);
  }

  private async signedInRequest(request: Request, response: Response): Promise<SignedInRequest | undefined> {
    const user = await this.login.session(request);
    if (!user) response.redirect(303, '/login');
    return user && { response, user, session: this.cookies.read(request, 'session') ?? '' };
  }
}

/** Reads the id in a form; undefined when it is not one. */
export function formId(text: string | null): number | undefined {
  return text !== null && /^\d{1,15}$/.test(text) ? Number(text) : undefined;
}
