import { Body, Controller } from '@nestjs/common';
import { ApiQuery } from '@nestjs/swagger';
import { Endpoint } from '../../access/endpoint.decorator.js';
import { RequestOrigin, type Origin } from '../../access/origin.js';
import { Answers, AnswersEmpty, Refuses } from '../../shared/http/response/answers.decorator.js';
import { PathId } from '../../shared/http/request/path-id.decorator.js';
import { InstanceResponse } from './instance.document.js';
import { InstanceRequest } from './instance.requests.js';
import { KeepImage } from './keep-image.decorator.js';
import { PlatformInstancesService } from './platform-instances.service.js';

@Controller()
export class PlatformInstancesController {
  constructor(private readonly instances: PlatformInstancesService) {}

  @Endpoint('platform.instance.put')
  @Answers(InstanceResponse)
  put(@PathId('instanceId') id: number, @Body() request: InstanceRequest) {
    return this.instances.put(id, request);
  }

  @Endpoint('platform.instance.view')
  @Answers(InstanceResponse)
  view(@PathId('instanceId') id: number) {
    return this.instances.view(id);
  }

  @Endpoint('platform.instance.delete')
  @AnswersEmpty()
  @Refuses(400)
  @ApiQuery({
    name: 'keep_image',
    required: false,
    description: 'Whether to keep an image of the first disk.',
    schema: { type: 'boolean', default: false },
  })
  delete(@RequestOrigin() origin: Origin, @PathId('instanceId') id: number, @KeepImage() keepImage: boolean) {
    return this.instances.delete(origin, id, keepImage);
  }
}
