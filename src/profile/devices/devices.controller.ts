import { Controller } from '@nestjs/common';
import type { Caller } from '../../access/caller.js';
import { CurrentCaller } from '../../access/caller.decorator.js';
import { Endpoint } from '../../access/endpoint.decorator.js';
import { Found } from '../../access/found.decorator.js';
import { Answers, AnswersEmpty, AnswersPage } from '../../shared/http/response/answers.decorator.js';
import { PathId } from '../../shared/http/request/path-id.decorator.js';
import { List, type ListRequest } from '../../shared/lists/list-request.js';
import { DEVICE, type DeviceRow } from './device.resource.js';
import { DEVICES } from './devices.sql.js';
import { DevicesService } from './devices.service.js';

@Controller()
export class DevicesController {
  constructor(private readonly devices: DevicesService) {}

  @Endpoint('profile.device.list')
  @AnswersPage(DEVICE.response)
  list(@CurrentCaller() { key }: Caller, @List(DEVICES.fields) request: ListRequest) {
    return this.devices.list(key, request);
  }

  @Endpoint('profile.device.view')
  @Answers(DEVICE.response)
  view(@Found() device: DeviceRow) {
    return DEVICE.shown(device);
  }

  @Endpoint('profile.device.delete')
  @AnswersEmpty()
  revoke(@CurrentCaller() caller: Caller, @PathId('deviceId') id: number) {
    return this.devices.revoke(caller, id);
  }
}
