import { ApiProperty } from '@nestjs/swagger';
import { SEVERITIES } from './lint-rule.js';
import { LINT_CODES, LINT_RULES, type Finding, type LintCode } from './lint.rules.js';

/** A finding of lint in a zone (D-243). */
export class FindingResponse {
  @ApiProperty({
    enum: LINT_CODES,
    description: 'The kind of the finding; docs/domains.md explains each.',
  })
  code: LintCode;

  @ApiProperty({
    enum: SEVERITIES,
    description: '`error`: it does not work; `warning`: it may not work; `info`: it may be a mistake.',
  })
  severity: (typeof SEVERITIES)[number];

  @ApiProperty({
    type: 'array',
    items: { type: 'integer' },
    description: 'The ids of the records that have the flaw.',
  })
  record_ids: number[];

  @ApiProperty({ description: 'The flaw, with the names of its records.' }) message: string;
  @ApiProperty({ description: 'How to correct it.' }) help: string;
}

export class LintResponse {
  @ApiProperty({ type: [FindingResponse], description: 'All findings; none for a zone without a flaw.' })
  data: FindingResponse[];
}

export function findingView({ code, records, message }: Finding): FindingResponse {
  const { severity, help } = LINT_RULES[code];
  return { code, severity, record_ids: records.map(({ id }) => id), message, help };
}
