import { Controller, Param, Req } from '@nestjs/common';
import type { Request } from 'express';
import { Endpoint } from '../../auth/endpoint.decorator.js';
import { UploadsService } from './uploads.service.js';

const IDLE_MS = 60_000;
const LINGER_MS = 5_000;

@Controller()
export class UploadsController {
  constructor(private readonly uploads: UploadsService) {}

  @Endpoint('image.upload.data')
  async receive(@Param('address') address: string, @Req() request: Request) {
    request.setTimeout(IDLE_MS, () => request.destroy());
    try {
      await this.uploads.receive(address, request, () => expectBody(request));
      return {};
    } catch (error) {
      linger(request);
      throw error;
    } finally {
      request.setTimeout(0);
    }
  }
}

/** A client that asked first (`Expect: 100-continue`) sends its data only now. */
function expectBody(request: Request): void {
  if (request.headers.expect !== undefined) request.res!.writeContinue();
}

/** Closing while data still comes would lose the answer on its way: what is left of a refused body is dropped. */
function linger(request: Request): void {
  const timer = setTimeout(() => request.destroy(), LINGER_MS);
  request.once('close', () => clearTimeout(timer));
  request.resume();
}
