import { ApiProperty } from '@nestjs/swagger';

/** spec: Two Factor Authentication Confirm/Enable. */
export class ScratchCodeResponse {
  @ApiProperty({ description: 'Takes the place of one code at login, once.', example: 'abcd-efgh-ijkl-mnop' })
  scratch: string;
}
