import { Body, Controller } from '@nestjs/common';
import type { Caller } from '../../access/caller.js';
import { CurrentCaller } from '../../access/caller.decorator.js';
import { Endpoint } from '../../access/endpoint.decorator.js';
import { Found } from '../../access/found.decorator.js';
import { Answers, AnswersEmpty, AnswersPage } from '../../shared/http/response/answers.decorator.js';
import { PathId } from '../../shared/http/request/path-id.decorator.js';
import { List, type ListRequest } from '../../shared/lists/list-request.js';
import { CreateSshKeyRequest } from './create-ssh-key.request.js';
import { SSH_KEYS, type SshKeyRow } from './ssh-keys.sql.js';
import { SshKeysService } from './ssh-keys.service.js';
import { SshKeyResponse, sshKeyView } from './ssh-key.view.js';
import { UpdateSshKeyRequest } from './update-ssh-key.request.js';

@Controller()
export class SshKeysController {
  constructor(private readonly keys: SshKeysService) {}

  @Endpoint('profile.sshKey.list')
  @AnswersPage(SshKeyResponse)
  list(@CurrentCaller() { key }: Caller, @List(SSH_KEYS.fields) request: ListRequest) {
    return this.keys.list(key, request);
  }

  @Endpoint('profile.sshKey.view')
  @Answers(SshKeyResponse)
  view(@Found() sshKey: SshKeyRow) {
    return sshKeyView(sshKey);
  }

  @Endpoint('profile.sshKey.create')
  @Answers(SshKeyResponse)
  create(@CurrentCaller() caller: Caller, @Body() request: CreateSshKeyRequest) {
    return this.keys.create(caller, request);
  }

  @Endpoint('profile.sshKey.update')
  @Answers(SshKeyResponse)
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
