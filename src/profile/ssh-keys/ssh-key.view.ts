import { ApiProperty } from '@nestjs/swagger';
import { ApiTime } from '../../shared/openapi/api-time.decorator.js';
import { shownTime } from '../../shared/time/date-time.js';
import type { SshKeyRow } from './ssh-keys.sql.js';

/** spec: SSH key. */
export class SshKeyResponse {
  @ApiProperty({ type: 'integer' }) id: number;
  @ApiProperty() label: string;
  @ApiProperty() ssh_key: string;
  @ApiTime() created: string;
}

export function sshKeyView({ id, label, sshKey, created }: SshKeyRow): SshKeyResponse {
  return { id, label, ssh_key: sshKey, created: shownTime(created) };
}
