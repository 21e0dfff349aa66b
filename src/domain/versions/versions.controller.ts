import { Controller } from '@nestjs/common';
import type { Caller } from '../../access/caller.js';
import { CurrentCaller } from '../../access/caller.decorator.js';
import { Endpoint } from '../../access/endpoint.decorator.js';
import { ClientGone } from '../../shared/http/request/client-gone.decorator.js';
import { PathId } from '../../shared/http/request/path-id.decorator.js';
import { Answers, AnswersPage, Refuses } from '../../shared/http/response/answers.decorator.js';
import { List, type ListRequest } from '../../shared/lists/list-request.js';
import { TakesWait, WaitSeconds } from '../propagation/wait.decorator.js';
import { ZoneFileResponse } from '../zones/zone-file.view.js';
import { FromVersion, TakesFromVersion } from './from-version.decorator.js';
import { ChangeResponse, VersionDiffResponse, VersionResponse } from './version.view.js';
import { VERSIONS } from './versions.sql.js';
import { VersionsService } from './versions.service.js';

@Controller()
export class VersionsController {
  constructor(private readonly versions: VersionsService) {}

  @Endpoint('domain.version.list')
  @AnswersPage(VersionResponse)
  list(
    @CurrentCaller() { key }: Caller,
    @PathId('domainId') domainId: number,
    @List(VERSIONS.fields) request: ListRequest,
  ) {
    return this.versions.list(key, domainId, request);
  }

  @Endpoint('domain.version.zoneFile')
  @Answers(ZoneFileResponse)
  zoneFile(
    @CurrentCaller() caller: Caller,
    @PathId('domainId') domainId: number,
    @PathId('version') version: number,
  ) {
    return this.versions.zoneFile(caller, domainId, version);
  }

  @Endpoint('domain.version.diff')
  @TakesFromVersion()
  @Refuses(400)
  @Answers(VersionDiffResponse)
  diff(
    @CurrentCaller() caller: Caller,
    @PathId('domainId') domainId: number,
    @PathId('version') version: number,
    @FromVersion() from: number | undefined,
  ) {
    return this.versions.diff(caller, domainId, version, from);
  }

  @Endpoint('domain.change.view')
  @TakesWait()
  @Answers(ChangeResponse)
  change(
    @CurrentCaller() caller: Caller,
    @PathId('domainId') domainId: number,
    @PathId('changeId') changeId: number,
    @WaitSeconds() seconds: number,
    @ClientGone() signal: AbortSignal,
  ) {
    return this.versions.change(caller, domainId, changeId, { seconds, signal });
  }
}
