import type { CurrentPassword } from '../login/current-password.js';
import type { PageFrame } from '../pages/page.js';
import { createPasskeyPage, passkeysPage, type PasskeysPage } from '../pages/passkeys.page.js';
import { MAX_PASSKEYS, type Addition, type Passkeys } from '../passkeys/passkeys.service.js';
import {
  formId,
  SignedInHandlers,
  WRONG_CURRENT_PASSWORD,
  type SignedInRequest,
} from './signed-in.handlers.js';

type Faults = Pick<PasskeysPage, 'name' | 'nameFault' | 'currentFault' | 'fault'>;

const NOT_ADDED: Readonly<Record<Exclude<Addition, 'added'>, string>> = {
  full: `You have ${MAX_PASSKEYS} passkeys, the most that you may have.`,
  known: 'This passkey is in use already.',
  invalid: 'The passkey was not added: this took too long, or the browser’s answer is not valid. Try again.',
};

/** `/login/passkeys`, where users see, add and remove their passkeys (D-281). */
export class PasskeyHandlers extends SignedInHandlers<Faults> {
  constructor(
    private readonly passkeys: Passkeys,
    private readonly currentPassword: CurrentPassword,
    ...shared: ConstructorParameters<typeof SignedInHandlers>
  ) {
    super(...shared);
  }

  protected override async change(asked: SignedInRequest, form: URLSearchParams): Promise<void> {
    const step = form.get('step');
    if (step !== 'add' && step !== 'create') return this.remove(asked, form);
    const name = (form.get('name') ?? '').trim();
    const nameFault = this.passkeys.nameFault(name);
    if (nameFault !== undefined) return this.send(asked, 400, { name, nameFault });
    await (step === 'add' ? this.begin(asked, form, name) : this.add(asked, form, name));
  }

  private async begin(asked: SignedInRequest, form: URLSearchParams, name: string): Promise<void> {
    if (!(await this.currentPassword.isRight(asked.user, form.get('current') ?? ''))) {
      return this.send(asked, 401, { name, currentFault: WRONG_CURRENT_PASSWORD });
    }
    const options = await this.passkeys.creationOptions(asked.user, asked.session);
    const csrf = this.csrfToken(asked);
    this.sendOther(asked, (frame) => createPasskeyPage(frame, { csrf, name, options }));
  }

  private async add(asked: SignedInRequest, form: URLSearchParams, name: string): Promise<void> {
    const wanted = { name, credential: form.get('credential') };
    const outcome = await this.passkeys.add(asked.user, asked.session, wanted, this.visitor(asked));
    if (outcome === 'added') return this.backToPage(asked);
    await this.send(asked, 400, { name, fault: NOT_ADDED[outcome] });
  }

  private async remove(asked: SignedInRequest, form: URLSearchParams): Promise<void> {
    const id = formId(form.get('passkey'));
    if (id !== undefined) await this.passkeys.remove(asked.user, id, this.visitor(asked));
    this.backToPage(asked);
  }

  protected override async page(
    frame: PageFrame,
    { user }: SignedInRequest,
    shown: Pick<PasskeysPage, 'username' | 'csrf'>,
    faults: Faults,
  ): Promise<string> {
    const passkeys = await this.passkeys.list(user);
    return passkeysPage(frame, { ...shown, passkeys, max: MAX_PASSKEYS, ...faults });
  }
}
