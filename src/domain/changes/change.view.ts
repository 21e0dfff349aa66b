import { ApiHeader, ApiProperty } from '@nestjs/swagger';
import { FindingResponse } from '../lint/lint.view.js';
import { preference } from '../../shared/http/request/prefer.rules.js';
import { PROPAGATION_STATUSES, type PropagationStatus } from '../propagation/propagation.rules.js';
import { CountsResponse, DifferenceResponse } from '../versions/diff.view.js';

/** The answer as `Prefer` asks for it (RFC 7240): `return=minimal` leaves out what differs. */
export function inForm<Answer extends ChangeSetResponse>(answer: Answer, prefer: string | undefined): Answer {
  if (preference(prefer, 'return')?.toLowerCase() === 'minimal') delete answer.diff;
  return answer;
}

/** Documents what `inForm` reads. */
export function TakesPrefer(): MethodDecorator {
  return ApiHeader({
    name: 'Prefer',
    required: false,
    schema: { type: 'string' },
    description: '`return=minimal` leaves `diff` out of the answer.',
  });
}

/** The query parameter `lint` of all changes that answer with a `ChangeSetResponse`. */
export const LINT_DESCRIPTION =
  'Whether the answer has `lint`: what lint finds in the zone as the changes leave it.';

/** What a change set did (D-240). */
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
    enum: PROPAGATION_STATUSES,
    description:
      '`pending` until the nameservers are asked (GET of the change); `live` when nothing differs.',
  })
  status: PropagationStatus;

  @ApiProperty({ description: 'How many records differ.' }) counts: CountsResponse;

  @ApiProperty({
    type: [DifferenceResponse],
    required: false,
    description: 'Each record that differs; left out with `Prefer: return=minimal`.',
  })
  diff?: DifferenceResponse[];

  @ApiProperty({
    type: [FindingResponse],
    required: false,
    description: 'With `?lint=true`: what lint finds in the zone as the changes leave it.',
  })
  lint?: FindingResponse[];
}
