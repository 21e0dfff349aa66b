import { createParamDecorator, Injectable, type ExecutionContext, type PipeTransform } from '@nestjs/common';
import type { Request } from 'express';
import { invalid, ServiceError, TooLarge } from '../../shared/errors/errors.js';
import { expectText } from '../../shared/http/request/expect-body.js';

const MAX_BYTES = 64 * 1024;

@Injectable()
class FormPipe implements PipeTransform<Request, Promise<URLSearchParams>> {
  async transform(request: Request): Promise<URLSearchParams> {
    const bytes = await readBytes(request).catch((error: unknown) => {
      // The client aborted the request and reads no answer: this is no failure to log.
      throw request.destroyed && !(error instanceof ServiceError) ? invalid('', 'not_a_form') : error;
    });
    const type = request.headers['content-type'];
    if (type === undefined || /^application\/x-www-form-urlencoded\s*(;|$)/i.test(type)) {
      return new URLSearchParams(bytes.toString());
    }
    if (!/^multipart\/form-data\s*;/i.test(type)) throw invalid('', 'not_a_form');
    const fields = await new Response(bytes, { headers: { 'content-type': type } }).formData().catch(() => {
      throw invalid('', 'not_a_form');
    });
    return new URLSearchParams(
      [...fields].filter((field): field is [string, string] => typeof field[1] === 'string'),
    );
  }
}

const IncomingRequest = createParamDecorator((_: unknown, context: ExecutionContext) =>
  context.switchToHttp().getRequest<Request>(),
);

/**
 * Injects the form of the request, in either encoding (D-151), without files.
 * @throws Invalid when the body is not a form; TooLarge
 */
export const Form = () => IncomingRequest(FormPipe);

async function readBytes(request: Request): Promise<Buffer<ArrayBuffer>> {
  expectText(request);
  const chunks: Buffer[] = [];
  let length = 0;
  for await (const chunk of request as AsyncIterable<Buffer>) {
    length += chunk.length;
    if (length > MAX_BYTES) throw new TooLarge(MAX_BYTES);
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}
