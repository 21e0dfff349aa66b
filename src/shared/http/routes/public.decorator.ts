import { RequestMethod, type Type } from '@nestjs/common';
import { METHOD_METADATA, PATH_METADATA } from '@nestjs/common/constants.js';
import { MetadataScanner, Reflector } from '@nestjs/core';
import type { Route } from './routes.js';

/**
 * Makes a handler, or all handlers of a controller, public: `data` for programs, `page` for
 * browsers.
 */
export const Public = Reflector.createDecorator<'data' | 'page'>();

const reflector = new Reflector();

export function isPublic(handler: object, controller: Type): boolean {
  return answersOf(handler, controller) !== undefined;
}

/** The routes of the public handlers, in the order of the controllers. */
export function publicRoutes(controllers: readonly Type[]): Route[] {
  const scanner = new MetadataScanner();
  return controllers.flatMap((controller) => {
    const prototype = controller.prototype as Record<string, object>;
    return scanner.getAllMethodNames(prototype).flatMap((name) => routesOf(prototype[name]!, controller));
  });
}

function routesOf(handler: object, controller: Type): Route[] {
  const answers = answersOf(handler, controller);
  const paths = Reflect.getMetadata(PATH_METADATA, handler) as string | string[] | undefined;
  if (!answers || paths === undefined) return [];
  const method = RequestMethod[Reflect.getMetadata(METHOD_METADATA, handler) as RequestMethod];
  const prefix = Reflect.getMetadata(PATH_METADATA, controller) as string;
  return [paths].flat().map((path) => {
    const segments = `${prefix}/${path}`.split('/').filter(Boolean);
    return { method, path: `/${segments.join('/')}`, isPage: answers === 'page' };
  });
}

function answersOf(handler: object, controller: Type): 'data' | 'page' | undefined {
  return reflector.getAllAndOverride(Public, [handler as never, controller]);
}
