import {
  applyDecorators,
  Delete,
  Get,
  HttpCode,
  Post,
  Put,
  SetMetadata,
  UseInterceptors,
} from '@nestjs/common';
import { ConditionsInterceptor } from '../shared/http/conditions/conditions.interceptor.js';
import { documented } from './endpoint.document.js';
import { endpointOf, type EndpointName } from './endpoints.js';

const ENDPOINT = 'endpoint';
const ROUTES = { GET: Get, POST: Post, PUT: Put, DELETE: Delete };

/**
 * Makes a method the handler of a row of the endpoint table. The row gives route, access, status
 * (D-02) and OpenAPI document.
 */
export function Endpoint(name: EndpointName): MethodDecorator {
  const endpoint = endpointOf(name);
  return applyDecorators(
    SetMetadata(ENDPOINT, name),
    ROUTES[endpoint.method](endpoint.path),
    HttpCode(200),
    documented(name, endpoint),
    ...(endpoint.method === 'GET' ? [] : [UseInterceptors(ConditionsInterceptor)]),
  );
}

/** The name of the handler's row; undefined for a handler without `@Endpoint`. */
export function endpointNameOf(handler: object): EndpointName | undefined {
  return Reflect.getMetadata(ENDPOINT, handler) as EndpointName | undefined;
}
