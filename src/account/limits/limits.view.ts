import { ApiProperty } from '@nestjs/swagger';

/** D-235. */
class LimitResponse {
  @ApiProperty({ example: 'domains', description: 'What is limited.' }) name: string;
  @ApiProperty({ description: 'The most that there may be.', example: 10_000 }) limit: number;
  @ApiProperty({ description: 'How many there are. What the platform has made can be beyond the limit.' })
  used: number;
}

export class LimitsResponse {
  @ApiProperty({
    type: [LimitResponse],
    description:
      '`domains`, `users` (without proxy users), `oauth_clients`, `vpcs` and `images` (private ones) of the account; `tokens` ' +
      '(live personal ones) and `ssh_keys` of the user.',
  })
  data: LimitResponse[];
}
