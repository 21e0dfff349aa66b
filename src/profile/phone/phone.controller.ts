import { Body, Controller } from '@nestjs/common';
import type { Caller } from '../../access/caller.js';
import { CurrentCaller } from '../../access/caller.decorator.js';
import { Endpoint } from '../../access/endpoint.decorator.js';
import { AnswersEmpty } from '../../shared/http/response/answers.decorator.js';
import { PhoneService } from './phone.service.js';
import { SendPhoneCodeRequest } from './send-phone-code.request.js';
import { VerifyPhoneRequest } from './verify-phone.request.js';

@Controller()
export class PhoneController {
  constructor(private readonly phone: PhoneService) {}

  @Endpoint('profile.phone.send')
  @AnswersEmpty()
  send(@CurrentCaller() caller: Caller, @Body() request: SendPhoneCodeRequest) {
    return this.phone.send(caller, request);
  }

  @Endpoint('profile.phone.verify')
  @AnswersEmpty()
  verify(@CurrentCaller() caller: Caller, @Body() request: VerifyPhoneRequest) {
    return this.phone.verify(caller, request);
  }

  @Endpoint('profile.phone.delete')
  @AnswersEmpty()
  delete(@CurrentCaller() caller: Caller) {
    return this.phone.delete(caller);
  }
}
