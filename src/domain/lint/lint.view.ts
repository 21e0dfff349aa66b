import { ApiProperty } from '@nestjs/swagger';
import { SEVERITIES } from './lint-rule.js';
import { LINT_CODES, LINT_RULES, type Finding, type LintCode } from './lint.rules.js';

/** A finding of lint in a zone (D-243). */
export class FindingResponse {
  @ApiProperty({
    enum: LINT_CODES,
    description: 'What kind of finding it is; docs/domains.md explains each.',
  })
  code: LintCode;

  @ApiProperty({
    enum: SEVERITIES,
    description:
      '`error`: something does not work; `warning`: it may not; `info`: perhaps it is not meant so.',
  })
  severity: (typeof SEVERITIES)[number];

  @ApiProperty({
    type: 'array',
    items: { type: 'integer' },
    description: 'The ids of the records that it is about.',
  })
  record_ids: number[];

  @ApiProperty({ description: 'What was found.' }) message: string;
  @ApiProperty({ description: 'How to mend it.' }) help: string;
}

export class LintResponse {
  @ApiProperty({ type: [FindingResponse], description: 'All findings; none for a zone without a flaw.' })
  data: FindingResponse[];
}

export function findingView({ code, records, message }: Finding): FindingResponse {
  const { severity, help } = LINT_RULES[code];
  return { code, severity, record_ids: records.map(({ id }) => id), message, help };
}
