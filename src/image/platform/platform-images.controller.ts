import { Body, Controller, Req, Res } from '@nestjs/common';
import { ApiHeader, ApiOkResponse, ApiProduces, ApiResponse } from '@nestjs/swagger';
import type { Request, Response } from 'express';
import { Endpoint } from '../../access/endpoint.decorator.js';
import { Answers, Refuses } from '../../shared/http/response/answers.decorator.js';
import { headerRefs } from '../../shared/openapi/operations.js';
import { ImageId } from '../images/image-id.decorator.js';
import { IMAGE } from '../images/image.resource.js';
import { sendImageData } from './image-data.js';
import { PlatformImagesService } from './platform-images.service.js';
import { PublicImageName } from './public-image-name.decorator.js';
import { PublishImageRequest } from './publish-image.request.js';

const BYTES = { type: 'string', format: 'binary' };

@Controller()
export class PlatformImagesController {
  constructor(private readonly images: PlatformImagesService) {}

  @Endpoint('platform.image.publish')
  @Answers(IMAGE.response)
  publish(@PublicImageName() name: string, @Body() request: PublishImageRequest) {
    return this.images.publish(name, request);
  }

  @Endpoint('platform.image.data')
  @ApiProduces('application/gzip')
  @ApiHeader({
    name: 'Range',
    required: false,
    description: 'One range of bytes. The answer to several, or to another unit, has all bytes.',
    schema: { type: 'string', example: 'bytes=0-1048575' },
  })
  @ApiHeader({
    name: 'If-Range',
    required: false,
    description:
      'The `ETag` of the bytes that `Range` is a part of. The answer for another one has all bytes.',
    schema: { type: 'string' },
  })
  @ApiOkResponse({
    description: 'All bytes, as they were stored.',
    schema: BYTES,
    headers: headerRefs(['ETag', 'Accept-Ranges']),
  })
  @ApiResponse({ status: 206, description: 'The bytes of the Range.', schema: BYTES })
  @Refuses(416)
  async data(@ImageId() imageId: string, @Req() request: Request, @Res() response: Response): Promise<void> {
    await sendImageData(await this.images.data(imageId), request, response);
  }
}
