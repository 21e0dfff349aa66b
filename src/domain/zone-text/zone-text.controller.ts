import { Controller } from '@nestjs/common';
import { ApiBody, ApiConsumes } from '@nestjs/swagger';
import type { Caller } from '../../access/caller.js';
import { CurrentCaller } from '../../access/caller.decorator.js';
import { Endpoint } from '../../access/endpoint.decorator.js';
import { Found } from '../../access/found.decorator.js';
import { BodyText } from '../../access/raw-body.decorator.js';
import { Answers } from '../../shared/http/response/answers.decorator.js';
import { RequestedForm, TakesResponseForm, type ResponseForm } from '../changes/response-form.decorator.js';
import type { ReadDomain } from '../domain.sql.js';
import { TakesZoneTextQuery, ZoneTextQuery } from './zone-text.request.js';
import { ZoneTextResponse } from './zone-text.view.js';
import { ZoneTextsService } from './zone-texts.service.js';

const EXAMPLE = '$TTL 1h\n@ IN A 203.0.113.10\nshop 300 IN CNAME @\n';

@Controller()
export class ZoneTextController {
  constructor(private readonly texts: ZoneTextsService) {}

  @Endpoint('domain.zoneText.apply')
  @ApiConsumes('text/dns')
  @ApiBody({
    schema: { type: 'string', example: EXAMPLE },
    description: 'A zone in the form of RFC 1035 section 5; at most 4 MiB and 12,000 records.',
  })
  @TakesZoneTextQuery()
  @TakesResponseForm()
  @Answers(ZoneTextResponse)
  apply(
    @CurrentCaller() caller: Caller,
    @Found() domain: ReadDomain,
    @BodyText() text: string,
    @ZoneTextQuery() query: Readonly<Record<string, unknown>>,
    @RequestedForm() form: ResponseForm,
  ) {
    return this.texts.apply(caller, domain, { text, query, form });
  }
}
