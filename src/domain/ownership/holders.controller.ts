import { Body, Controller } from '@nestjs/common';
import { Endpoint } from '../../access/endpoint.decorator.js';
import { Answers, AnswersEmpty, Refuses } from '../../shared/http/response/answers.decorator.js';
import { HolderName } from './holder-name.decorator.js';
import { DomainHolderRequest } from './holder.request.js';
import { DomainHolderResponse } from './holder.view.js';
import { HoldersService } from './holders.service.js';

/** The Platform API of names: gives a name to an account in spite of D-201 to D-203 (D-202). */
@Controller()
export class HoldersController {
  constructor(private readonly holders: HoldersService) {}

  @Endpoint('platform.holder.view')
  @Answers(DomainHolderResponse)
  @Refuses(404)
  view(@HolderName() name: string) {
    return this.holders.view(name);
  }

  @Endpoint('platform.holder.put')
  @Answers(DomainHolderResponse)
  @Refuses(404)
  put(@HolderName() name: string, @Body() request: DomainHolderRequest) {
    return this.holders.put(name, request.account_id);
  }

  @Endpoint('platform.holder.delete')
  @AnswersEmpty()
  @Refuses(404)
  delete(@HolderName() name: string) {
    return this.holders.delete(name);
  }
}
