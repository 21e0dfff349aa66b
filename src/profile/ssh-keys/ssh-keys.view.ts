import { ApiProperty } from '@nestjs/swagger';
import { shownTime } from '../../shared/time/date-time.js';
import type { SshKeyRow } from './ssh-keys.list.js';

/** spec: SSH key. */
export class SshKeyView {
  @ApiProperty()
  id!: number;

  @ApiProperty()
  label!: string;

  @ApiProperty()
  ssh_key!: string;

  @ApiProperty({ format: 'date-time' })
  created!: string;
}

export function shownSshKey({ id, label, ssh_key, created }: SshKeyRow): SshKeyView {
  return { id, label, ssh_key, created: shownTime(created) };
}
