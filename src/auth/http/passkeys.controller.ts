import { Controller } from '@nestjs/common';
import { ApiExcludeController } from '@nestjs/swagger';
import { CurrentPassword } from '../login/current-password.js';
import type { PageFrame } from '../pages/page.js';
import {
  createPasskeyPage,
  passkeysPage,
  renamePasskeyPage,
  type PasskeysPage,
  type ShownPasskey,
} from '../pages/passkeys.page.js';
import { MAX_PASSKEYS, Passkeys, type Addition } from '../passkeys/passkeys.service.js';
import { redirectToSelf } from './login-steps.js';
import { SignInPage } from './sign-in-page.decorator.js';
import {
  formId,
  SignedInController,
  WRONG_CURRENT_PASSWORD,
  type SignedInRequest,
} from './signed-in.controller.js';

type Named = Pick<ShownPasskey, 'id' | 'name'>;
type Faults = Pick<PasskeysPage, 'name' | 'nameFault' | 'currentFault' | 'fault'>;

const NOT_ADDED: Readonly<Record<Exclude<Addition, 'added'>, string>> = {
  full: `You have ${MAX_PASSKEYS} passkeys, the most that you may have.`,
  known: 'This passkey is in use already.',
  invalid: 'The passkey was not added: this took too long, or the browser’s answer is not valid. Try again.',
};

/** `/login/passkeys`, where users see, add, rename and remove their passkeys (D-311). */
@Controller('login/passkeys')
@ApiExcludeController()
@SignInPage()
export class PasskeysController extends SignedInController<Faults> {
  constructor(
    private readonly passkeys: Passkeys,
    private readonly currentPassword: CurrentPassword,
  ) {
    super();
  }

  protected override async change(asked: SignedInRequest, form: URLSearchParams): Promise<void> {
    const step = form.get('step');
    if (step !== 'add' && step !== 'create') return this.changeOne(asked, form);
    const name = nameOf(form);
    const nameFault = this.passkeys.nameFault(name);
    if (nameFault !== undefined) return this.send(asked, 400, { name, nameFault });
    await (step === 'add' ? this.begin(asked, form, name) : this.add(asked, form, name));
  }

  private async changeOne(asked: SignedInRequest, form: URLSearchParams): Promise<void> {
    const id = formId(form.get('passkey'));
    const passkey = (await this.passkeys.list(asked.user)).find((own) => own.id === id);
    if (!passkey) return redirectToSelf(asked.response);
    const step = form.get('step');
    if (step === 'edit') return this.sendRenamePage(asked, passkey);
    if (step === 'rename') return this.rename(asked, { id: passkey.id, name: nameOf(form) });
    await this.passkeys.remove(asked.user, passkey.id, this.login.visitor(asked.response));
    redirectToSelf(asked.response);
  }

  private async rename(asked: SignedInRequest, wanted: Named): Promise<void> {
    const fault = this.passkeys.nameFault(wanted.name);
    if (fault !== undefined) return this.sendRenamePage(asked, wanted, fault);
    await this.passkeys.rename(asked.user, wanted, this.login.visitor(asked.response));
    redirectToSelf(asked.response);
  }

  private sendRenamePage(asked: SignedInRequest, { id, name }: Named, fault?: string): void {
    const csrf = this.csrfToken(asked);
    const page = (frame: PageFrame) => renamePasskeyPage(frame, { csrf, id, name, fault });
    this.sendOther(asked, page, fault === undefined ? 200 : 400);
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
    const outcome = await this.passkeys.add(
      asked.user,
      asked.session,
      wanted,
      this.login.visitor(asked.response),
    );
    if (outcome === 'added') return redirectToSelf(asked.response);
    await this.send(asked, 400, { name, fault: NOT_ADDED[outcome] });
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

function nameOf(form: URLSearchParams): string {
  return (form.get('name') ?? '').trim();
}
