import { pipeline } from 'node:stream/promises';
import { Body, Controller, Param, Req, Res } from '@nestjs/common';
import type { Request, Response } from 'express';
import { Endpoint } from '../../auth/endpoint.decorator.js';
import { setResponseHeaders } from '../../shared/http/response-headers.js';
import { ImageId } from '../images/image-id.decorator.js';
import { imageView } from '../images/image.view.js';
import { requestedPart } from './image-data.js';
import { PlatformImagesService } from './platform-images.service.js';
import { PublishImageRequest } from './publish-image.request.js';

@Controller()
export class PlatformImagesController {
  constructor(private readonly images: PlatformImagesService) {}

  @Endpoint('platform.image.publish')
  async publish(@Param('name') name: string, @Body() request: PublishImageRequest) {
    return imageView(await this.images.publish(name, request));
  }

  @Endpoint('platform.image.data')
  async data(@ImageId() imageId: string, @Req() request: Request, @Res() response: Response): Promise<void> {
    const image = await this.images.stored(imageId);
    const etag = `"${image.sha256.toString('hex')}"`;
    const part = requestedPart(request, image.bytes, etag);
    setResponseHeaders(request, response);
    response.set({ ETag: etag, 'Accept-Ranges': 'bytes', 'Content-Type': 'application/gzip' });
    if (part === 'unsatisfiable') {
      response.status(416).set('Content-Range', `bytes */${image.bytes}`);
      response.json({ errors: [{ field: 'Range', reason: 'Range is not valid' }] });
      return;
    }
    const { first, last } = part.range ?? { first: 0, last: image.bytes - 1 };
    response.set('Content-Length', `${last - first + 1}`);
    if (part.range) response.status(206).set('Content-Range', `bytes ${first}-${last}/${image.bytes}`);
    if (request.method === 'HEAD') response.end();
    else await pipeline(await this.images.read(image, part.range), response);
  }
}
