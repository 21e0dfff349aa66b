import type { Request, Response } from 'express';
import type { LoginCookies } from '../login/cookies.js';
import type { Csrf } from '../login/csrf.js';
import type { SignedInUser } from '../login/login-sessions.repository.js';
import type { Visitor } from '../login/visitor.js';
import type { PageFrame } from '../pages/page.js';
import { readForm } from '../form.js';
import { sendExpired } from './login-page.handlers.js';
import { redirectToSelf, type LoginHandlers } from './login.handlers.js';
import type { Pages } from './pages.js';

export const WRONG_CURRENT_PASSWORD = 'The current password is wrong.';

/** What signed-in users ask for, and where the answer goes. */
export interface SignedInRequest {
  readonly request: Request;
  readonly response: Response;
  readonly user: SignedInUser;
  /** The token of the session's cookie. */
  readonly session: string;
}

/** What each of the pages shows. */
interface Shown {
  readonly username: string;
  readonly csrf: string;
}

/** A page where signed-in users see and change their own settings. Others go to `/login`. */
export abstract class SignedInHandlers<Faults extends object> {
  constructor(
    private readonly login: LoginHandlers,
    private readonly cookies: LoginCookies,
    private readonly csrf: Csrf,
    private readonly pages: Pages,
  ) {}

  async show(request: Request, response: Response): Promise<void> {
    const asked = await this.signedIn(request, response);
    if (asked) await this.send(asked, 200);
  }

  async submit(request: Request, response: Response): Promise<void> {
    const form = await readForm(request);
    const asked = await this.signedIn(request, response);
    if (!asked) return;
    if (this.csrf.isValid(request, form.get('csrf'), asked.user.username)) await this.change(asked, form);
    else sendExpired(this.pages, response);
  }

  /** Carries out a form whose `csrf` is valid. */
  protected abstract change(asked: SignedInRequest, form: URLSearchParams): Promise<void>;

  protected abstract page(
    frame: PageFrame,
    asked: SignedInRequest,
    shown: Shown,
    faults: Partial<Faults>,
  ): Promise<string> | string;

  protected async send(asked: SignedInRequest, status: number, faults: Partial<Faults> = {}): Promise<void> {
    const shown = { username: asked.user.username, csrf: this.csrfToken(asked) };
    this.pages.send(asked.response, status, await this.page(this.pages.frame, asked, shown, faults));
  }

  /** Answers with another page than this one. */
  protected sendOther({ response }: SignedInRequest, page: (frame: PageFrame) => string, status = 200): void {
    this.pages.send(response, status, page(this.pages.frame));
  }

  protected csrfToken({ request, response, user }: SignedInRequest): string {
    return this.csrf.token(request, response, user.username);
  }

  protected visitor({ request }: SignedInRequest): Visitor {
    return this.login.visitor(request);
  }

  protected backToPage({ request, response }: SignedInRequest): void {
    redirectToSelf(request, response);
  }

  protected forgetSession({ response }: SignedInRequest): void {
    this.cookies.clear(response, 'session');
  }

  private async signedIn(request: Request, response: Response): Promise<SignedInRequest | undefined> {
    const user = await this.login.session(request);
    if (!user) response.redirect(303, '/login');
    return user && { request, response, user, session: this.cookies.read(request, 'session') ?? '' };
  }
}

/** The id that a form names. Undefined when it isn't one. */
export function formId(text: string | null): number | undefined {
  return text !== null && /^\d{1,15}$/.test(text) ? Number(text) : undefined;
}
