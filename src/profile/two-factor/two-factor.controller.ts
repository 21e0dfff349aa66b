import { Body, Controller } from '@nestjs/common';
import type { Caller } from '../../access/caller.js';
import { CurrentCaller } from '../../access/caller.decorator.js';
import { Endpoint } from '../../access/endpoint.decorator.js';
import { Answers, AnswersEmpty } from '../../shared/http/response/answers.decorator.js';
import { ConfirmTwoFactorRequest } from './confirm-two-factor.request.js';
import { ScratchCodeResponse } from './scratch-code.view.js';
import { TwoFactorSecretResponse } from './two-factor-secret.view.js';
import { TwoFactorSetupService } from './two-factor-setup.service.js';

@Controller()
export class TwoFactorController {
  constructor(private readonly setup: TwoFactorSetupService) {}

  @Endpoint('profile.tfa.enable')
  @Answers(TwoFactorSecretResponse)
  enable(@CurrentCaller() caller: Caller) {
    return this.setup.enable(caller);
  }

  @Endpoint('profile.tfa.confirm')
  @Answers(ScratchCodeResponse)
  confirm(@CurrentCaller() caller: Caller, @Body() request: ConfirmTwoFactorRequest) {
    return this.setup.confirm(caller, request);
  }

  @Endpoint('profile.tfa.disable')
  @AnswersEmpty()
  disable(@CurrentCaller() caller: Caller) {
    return this.setup.disable(caller);
  }
}
