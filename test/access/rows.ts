import type { Type } from '@nestjs/common';
import { METHOD_METADATA } from '@nestjs/common/constants.js';
import { MetadataScanner, ModulesContainer } from '@nestjs/core';
import { endpointNameOf } from '../../src/access/endpoint.decorator.js';
import type { EndpointRow } from '../../src/access/endpoint.js';
import { endpointOf, type EndpointName } from '../../src/access/endpoints.js';
import type { TestApp } from '../support/app.js';

/** A row of the endpoint table that has a handler. */
export interface Row extends EndpointRow {
  readonly name: EndpointName;
}

/**
 * The rows with a handler in the running application, in the order in which their modules were
 * loaded.
 */
export function implementedRows({ app }: TestApp): Row[] {
  return handlers({ app }).flatMap(({ handler }) => {
    const name = endpointNameOf(handler);
    return name ? [{ name, ...endpointOf(name) }] : [];
  });
}

/** A method of a controller that has a route. */
export interface Handler {
  readonly title: string;
  readonly handler: object;
  readonly controller: Type;
}

/** Every handler of the running application. */
export function handlers({ app }: Pick<TestApp, 'app'>): Handler[] {
  const controllers = [...app.get(ModulesContainer).values()].flatMap((module) => [
    ...module.controllers.values(),
  ]);
  return controllers.flatMap(({ metatype }) => {
    const controller = metatype as Type;
    const prototype = controller.prototype as Record<string, object>;
    const methods = new MetadataScanner().getAllMethodNames(prototype);
    return methods
      .filter((method) => Reflect.hasMetadata(METHOD_METADATA, prototype[method]!))
      .map((method) => ({ title: `${controller.name}.${method}`, handler: prototype[method]!, controller }));
  });
}

/** The row's path with these parameters, from the version segment on. */
export function pathOf({ path }: EndpointRow, params: Readonly<Record<string, string>>): string {
  return path.replace(/[:*](\w+)/g, (_, name: string) => params[name]!);
}

/** Whether the path names an entity, which may be missing. */
export function namesSomething({ path }: EndpointRow): boolean {
  return /[:*]/.test(path);
}
