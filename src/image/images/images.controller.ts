import { Body, Controller } from '@nestjs/common';
import type { Caller, CallerKey } from '../../auth/caller.js';
import { Decision, Key, TheCaller } from '../../auth/caller.decorator.js';
import { Endpoint } from '../../auth/endpoint.decorator.js';
import type { ListRequest } from '../../shared/lists/list-request.js';
import { List } from '../../shared/lists/list-request.js';
import { pageOf } from '../../shared/lists/list.js';
import { ImageId } from './image-id.decorator.js';
import { imageView } from './image.view.js';
import { IMAGES } from './images.list.js';
import { ImageCreateRequest, ImageUpdateRequest, ImageUploadRequest } from './images.requests.js';
import { ImagesService } from './images.service.js';

@Controller()
export class ImagesController {
  constructor(private readonly images: ImagesService) {}

  @Endpoint('image.list')
  async list(@Key() key: CallerKey, @List(IMAGES.fields) request: ListRequest) {
    return pageOf(await this.images.list(key, request), imageView);
  }

  @Endpoint('image.create')
  async create(@TheCaller() caller: Caller, @Body() request: ImageCreateRequest) {
    return imageView(await this.images.create(caller, request));
  }

  @Endpoint('image.upload')
  async upload(@TheCaller() caller: Caller, @Body() request: ImageUploadRequest) {
    const { image, uploadTo } = await this.images.upload(caller, request);
    return { image: imageView(image), upload_to: uploadTo };
  }

  @Endpoint('image.view')
  async view(
    @Key() key: CallerKey,
    @Decision() decision: Promise<Caller | undefined>,
    @ImageId() id: string,
  ) {
    return imageView(await this.images.view(key, decision, id));
  }

  @Endpoint('image.update')
  async update(@TheCaller() caller: Caller, @ImageId() id: string, @Body() request: ImageUpdateRequest) {
    return imageView(await this.images.update(caller, id, request));
  }

  @Endpoint('image.delete')
  async delete(@TheCaller() caller: Caller, @ImageId() id: string) {
    await this.images.delete(caller, id);
    return {};
  }
}
