import { ApiProperty } from '@nestjs/swagger';
import { shownTime } from '../../shared/time/date-time.js';
import type { SshKeyRow } from './ssh-keys.collection.js';

/** spec: SSH key. */
export class SshKeyShown {
  @ApiProperty({ type: 'integer' }) id: number;
  @ApiProperty() label: string;
  @ApiProperty() ssh_key: string;
  @ApiProperty({ format: 'date-time' }) created: string;
}

export function sshKeyView({ id, label, ssh_key, created }: SshKeyRow): SshKeyShown {
  return { id, label, ssh_key, created: shownTime(created) };
}
