import { ApiProperty } from '@nestjs/swagger';
import { ApiTime } from '../../shared/openapi/api-time.decorator.js';
import { shownTime } from '../../shared/time/date-time.js';
import type { SshKeyRow } from './ssh-keys.sql.js';

/** spec: SSH key. */
export class SshKeyResponse {
  @ApiProperty({ type: 'integer', description: 'Unique ID, which the service assigns.' }) id: number;
  @ApiProperty({ description: 'A name, for display only.' }) label: string;
  @ApiProperty({ description: 'The public key, for the root user of new instances.' }) ssh_key: string;
  @ApiTime({ description: 'When the key was added.' }) created: string;
}

export function sshKeyView({ id, label, sshKey, created }: SshKeyRow): SshKeyResponse {
  return { id, label, ssh_key: sshKey, created: shownTime(created) };
}
