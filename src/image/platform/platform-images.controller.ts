import { Body, Controller, Param, Req, Res } from '@nestjs/common';
import { ApiOkResponse, ApiProduces, ApiResponse } from '@nestjs/swagger';
import type { Request, Response } from 'express';
import { Endpoint } from '../../access/endpoint.decorator.js';
import { Answers, Refuses } from '../../shared/http/response/answers.decorator.js';
import { ImageId } from '../images/image-id.decorator.js';
import { IMAGE } from '../images/image.resource.js';
import { sendImageData } from './image-data.js';
import { PlatformImagesService } from './platform-images.service.js';
import { PublishImageRequest } from './publish-image.request.js';

const BYTES = { type: 'string', format: 'binary' };

@Controller()
export class PlatformImagesController {
  constructor(private readonly images: PlatformImagesService) {}

  @Endpoint('platform.image.publish')
  @Answers(IMAGE.response)
  publish(@Param('name') name: string, @Body() request: PublishImageRequest) {
    return this.images.publish(name, request);
  }

  @Endpoint('platform.image.data')
  @ApiProduces('application/gzip')
  @ApiOkResponse({ description: 'All bytes, as they were stored.', schema: BYTES })
  @ApiResponse({ status: 206, description: 'The bytes of the Range.', schema: BYTES })
  @Refuses(416)
  async data(@ImageId() imageId: string, @Req() request: Request, @Res() response: Response): Promise<void> {
    await sendImageData(await this.images.data(imageId), request, response);
  }
}
