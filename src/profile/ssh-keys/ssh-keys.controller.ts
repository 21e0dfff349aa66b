import { Body, Controller } from '@nestjs/common';
import type { Caller } from '../../access/caller.js';
import { CurrentCaller } from '../../access/caller.decorator.js';
import { Endpoint } from '../../access/endpoint.decorator.js';
import { Found } from '../../access/found.decorator.js';
import { Answers, AnswersEmpty, AnswersPage } from '../../shared/http/response/answers.decorator.js';
import { PathId } from '../../shared/http/request/path-id.decorator.js';
import { List, type ListRequest } from '../../shared/lists/list-request.js';
import { CreateSshKeyRequest } from './create-ssh-key.request.js';
import { SSH_KEY, type SshKeyRow } from './ssh-key.resource.js';
import { SSH_KEYS } from './ssh-keys.sql.js';
import { SshKeysService } from './ssh-keys.service.js';
import { UpdateSshKeyRequest } from './update-ssh-key.request.js';

@Controller()
export class SshKeysController {
  constructor(private readonly keys: SshKeysService) {}

  @Endpoint('profile.sshKey.list')
  @AnswersPage(SSH_KEY.response)
  list(@CurrentCaller() { key }: Caller, @List(SSH_KEYS.fields) request: ListRequest) {
    return this.keys.list(key, request);
  }

  @Endpoint('profile.sshKey.view')
  @Answers(SSH_KEY.response)
  view(@Found() sshKey: SshKeyRow) {
    return SSH_KEY.shown(sshKey);
  }

  @Endpoint('profile.sshKey.create')
  @Answers(SSH_KEY.response)
  create(@CurrentCaller() caller: Caller, @Body() request: CreateSshKeyRequest) {
    return this.keys.create(caller, request);
  }

  @Endpoint('profile.sshKey.update')
  @Answers(SSH_KEY.response)
  update(
    @CurrentCaller() caller: Caller,
    @PathId('sshKeyId') id: number,
    @Body() request: UpdateSshKeyRequest,
  ) {
    return this.keys.update(caller, id, request);
  }

  @Endpoint('profile.sshKey.delete')
  @AnswersEmpty()
  delete(@CurrentCaller() caller: Caller, @PathId('sshKeyId') id: number) {
    return this.keys.delete(caller, id);
  }
}
