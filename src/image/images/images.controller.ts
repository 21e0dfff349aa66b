import { Body, Controller } from '@nestjs/common';
import type { Caller } from '../../access/caller.js';
import { CurrentCaller } from '../../access/caller.decorator.js';
import { Endpoint } from '../../access/endpoint.decorator.js';
import { Found } from '../../access/found.decorator.js';
import { Answers, AnswersEmpty, AnswersPage, Refuses } from '../../shared/http/response/answers.decorator.js';
import { List, type ListRequest } from '../../shared/lists/list-request.js';
import { CreateImageRequest } from './create-image.request.js';
import { ImageId } from './image-id.decorator.js';
import { IMAGE, ImageUploadResponse, type ImageRow } from './image.resource.js';
import { IMAGES } from './images.sql.js';
import { ImagesService } from './images.service.js';
import { UpdateImageRequest } from './update-image.request.js';
import { UploadImageRequest } from './upload-image.request.js';

@Controller()
export class ImagesController {
  constructor(private readonly images: ImagesService) {}

  @Endpoint('image.list')
  @AnswersPage(IMAGE.response)
  list(@CurrentCaller() caller: Caller | undefined, @List(IMAGES.fields) request: ListRequest) {
    return this.images.list(caller, request);
  }

  @Endpoint('image.create')
  @Answers(IMAGE.response)
  @Refuses(404)
  create(@CurrentCaller() caller: Caller, @Body() request: CreateImageRequest) {
    return this.images.create(caller, request);
  }

  @Endpoint('image.upload')
  @Answers(ImageUploadResponse)
  upload(@CurrentCaller() caller: Caller, @Body() request: UploadImageRequest) {
    return this.images.upload(caller, request);
  }

  @Endpoint('image.view')
  @Answers(IMAGE.response)
  @Refuses(403)
  view(@Found() image: ImageRow | undefined, @ImageId() id: string) {
    // The guard finds private images only.
    return image ? IMAGE.shown(image) : this.images.viewPublic(id);
  }

  @Endpoint('image.update')
  @Answers(IMAGE.response)
  update(@CurrentCaller() caller: Caller, @ImageId() id: string, @Body() request: UpdateImageRequest) {
    return this.images.update(caller, id, request);
  }

  @Endpoint('image.delete')
  @AnswersEmpty()
  delete(@CurrentCaller() caller: Caller, @ImageId() id: string) {
    return this.images.delete(caller, id);
  }
}
