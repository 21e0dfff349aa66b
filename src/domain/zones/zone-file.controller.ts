import { Controller } from '@nestjs/common';
import type { Caller } from '../../access/caller.js';
import { CurrentCaller } from '../../access/caller.decorator.js';
import { Endpoint } from '../../access/endpoint.decorator.js';
import { Found } from '../../access/found.decorator.js';
import { Answers } from '../../shared/http/response/answers.decorator.js';
import { ZoneFileResponse } from './zone-file.view.js';
import { ZoneFilesService } from './zone-files.service.js';
import type { ServedZone } from './zones.sql.js';

@Controller()
export class ZoneFileController {
  constructor(private readonly zones: ZoneFilesService) {}

  @Endpoint('domain.zoneFile')
  @Answers(ZoneFileResponse)
  view(@CurrentCaller() caller: Caller, @Found() zone: ServedZone) {
    return this.zones.view(caller, zone);
  }
}
