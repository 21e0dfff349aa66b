import { Body, Controller } from '@nestjs/common';
import { Endpoint } from '../../access/endpoint.decorator.js';
import { RequestOrigin, type Origin } from '../../access/origin.js';
import { Answers } from '../../shared/http/response/answers.decorator.js';
import { PlatformClientRequest } from './client.request.js';
import { PlatformClientResponse } from './client.view.js';
import { PlatformClientsService } from './platform-clients.service.js';

@Controller()
export class PlatformClientsController {
  constructor(private readonly clients: PlatformClientsService) {}

  @Endpoint('platform.client.create')
  @Answers(PlatformClientResponse)
  create(@RequestOrigin() origin: Origin, @Body() request: PlatformClientRequest) {
    return this.clients.create(origin, request);
  }
}
