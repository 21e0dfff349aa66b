import { Controller, Get, Inject } from '@nestjs/common';
import { ApiExcludeController } from '@nestjs/swagger';
import { SETTINGS, type Settings } from '../../shared/config/settings.js';
import { Public } from '../../shared/http/routes/public.decorator.js';
import { serverMetadata } from '../oauth/server-metadata.js';

/** The authorization server's metadata (RFC 8414). */
@Controller('.well-known')
@ApiExcludeController()
@Public('data')
export class MetadataController {
  private readonly publicUrl: URL;

  constructor(@Inject(SETTINGS) { publicUrl }: Settings) {
    this.publicUrl = new URL(publicUrl);
  }

  @Get('oauth-authorization-server')
  metadata() {
    return serverMetadata(this.publicUrl);
  }
}
