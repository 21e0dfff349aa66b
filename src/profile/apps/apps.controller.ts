import { Controller } from '@nestjs/common';
import type { Caller } from '../../access/caller.js';
import { CurrentCaller } from '../../access/caller.decorator.js';
import { Endpoint } from '../../access/endpoint.decorator.js';
import { Found } from '../../access/found.decorator.js';
import { Answers, AnswersEmpty, AnswersPage } from '../../shared/http/response/answers.decorator.js';
import { PathId } from '../../shared/http/request/path-id.decorator.js';
import { List, type ListRequest } from '../../shared/lists/list-request.js';
import { APP, type AppRow } from '../../access/oauth-clients/authorized-app.resource.js';
import { APPS } from '../../access/oauth-clients/authorized-apps.sql.js';
import { AppsService } from './apps.service.js';

@Controller()
export class AppsController {
  constructor(private readonly apps: AppsService) {}

  @Endpoint('profile.app.list')
  @AnswersPage(APP.response)
  list(@CurrentCaller() { key }: Caller, @List(APPS.fields) request: ListRequest) {
    return this.apps.list(key, request);
  }

  @Endpoint('profile.app.view')
  @Answers(APP.response)
  view(@Found() app: AppRow) {
    return APP.shown(app);
  }

  @Endpoint('profile.app.delete')
  @AnswersEmpty()
  revoke(@CurrentCaller() caller: Caller, @PathId('appId') id: number) {
    return this.apps.revoke(caller, id);
  }
}
