import { ApiProperty } from '@nestjs/swagger';
import { FindingResponse } from '../lint/lint.view.js';
import { PROPAGATION_STATUSES, type PropagationStatus } from '../propagation/propagation.rules.js';
import {
  CountsResponse,
  DifferenceResponse,
  SettingsChangeResponse,
  ShowsSettings,
} from '../versions/diff.view.js';

/** The result of a change set (D-240). */
export class ChangeSetResponse {
  @ApiProperty({
    type: 'integer',
    nullable: true,
    description: 'The id of the change; null when nothing differs.',
  })
  id: number | null;

  @ApiProperty({ type: 'integer', description: 'The version of the zone that is now served.' })
  version: number;

  @ApiProperty({ type: 'integer', description: 'The serial of the SOA record.' }) serial: number;

  @ApiProperty({
    enum: [...PROPAGATION_STATUSES, null],
    nullable: true,
    description: '`pending`, because only GET of the change asks the nameservers. Null when nothing differs.',
  })
  status: PropagationStatus | null;

  @ApiProperty({ description: 'How many records differ.' }) counts: CountsResponse;

  @ApiProperty({
    type: [DifferenceResponse],
    required: false,
    description: 'Each record that differs; left out with `Prefer: return=minimal`.',
  })
  diff?: DifferenceResponse[];

  @ShowsSettings() settings?: SettingsChangeResponse;

  @ApiProperty({
    type: [FindingResponse],
    required: false,
    description: 'The findings of lint in the changed zone; only with `?lint=true`.',
  })
  lint?: FindingResponse[];
}
