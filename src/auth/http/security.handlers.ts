import type { AccountSecurity } from '../login/account-security.service.js';
import { passwordChangedPage } from '../pages/message.page.js';
import type { PageFrame } from '../pages/page.js';
import { securityPage, type SecurityPage } from '../pages/security.page.js';
import {
  formId,
  SignedInHandlers,
  WRONG_CURRENT_PASSWORD,
  type SignedInRequest,
} from './signed-in.handlers.js';

type Faults = Pick<SecurityPage, 'currentFault' | 'passwordFault'>;

/** `/login/security`, where users see and end their logins and change their password. */
export class SecurityHandlers extends SignedInHandlers<Faults> {
  constructor(
    private readonly security: AccountSecurity,
    ...shared: ConstructorParameters<typeof SignedInHandlers>
  ) {
    super(...shared);
  }

  protected override async change(asked: SignedInRequest, form: URLSearchParams): Promise<void> {
    if (form.get('step') === 'password') return this.changePassword(asked, form);
    const login = form.get('login');
    const id = formId(login);
    if (login === null || id !== undefined) {
      await this.security.endLogins(asked.user, asked.session, id);
    }
    this.backToPage(asked);
  }

  private async changePassword(asked: SignedInRequest, form: URLSearchParams): Promise<void> {
    const [current, password] = [form.get('current') ?? '', form.get('password') ?? ''];
    const passwordFault = this.security.passwordFault(password);
    if (passwordFault !== undefined) return this.send(asked, 400, { passwordFault });
    if (await this.security.changePassword(asked.user, this.visitor(asked), { current, password })) {
      this.forgetSession(asked);
      return this.sendOther(asked, passwordChangedPage);
    }
    await this.send(asked, 401, { currentFault: WRONG_CURRENT_PASSWORD });
  }

  protected override async page(
    frame: PageFrame,
    { user, session }: SignedInRequest,
    shown: Pick<SecurityPage, 'username' | 'csrf'>,
    faults: Faults,
  ): Promise<string> {
    const logins = await this.security.logins(user, session);
    return securityPage(frame, { ...shown, logins, ...faults });
  }
}
