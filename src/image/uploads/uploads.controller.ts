import { Controller, Param, Req } from '@nestjs/common';
import { ApiBody, ApiConsumes } from '@nestjs/swagger';
import type { Request } from 'express';
import { Endpoint } from '../../access/endpoint.decorator.js';
import { AnswersEmpty } from '../../shared/http/response/answers.decorator.js';
import { expectBody } from '../../shared/http/request/expect-body.js';
import { UploadsService } from './uploads.service.js';

const LINGER_MS = 5_000;

@Controller()
export class UploadsController {
  constructor(private readonly uploads: UploadsService) {}

  @Endpoint('image.upload.data')
  @ApiConsumes('application/octet-stream')
  @ApiBody({
    schema: { type: 'string', format: 'binary' },
    description: 'A raw disk, compressed with gzip; at most 5 GiB.',
  })
  @AnswersEmpty()
  async receive(@Param('address') address: string, @Req() request: Request) {
    try {
      await this.uploads.receive(address, request, () => expectBody(request));
      return {};
    } catch (error) {
      linger(request);
      throw error;
    }
  }
}

/**
 * Reads and discards the rest of a refused body: an immediate close could lose the response (RFC
 * 9112, 9.6).
 */
function linger(request: Request): void {
  const timer = setTimeout(() => request.destroy(), LINGER_MS).unref();
  request.once('close', () => clearTimeout(timer));
  request.resume();
}
