import { ModulesContainer } from '@nestjs/core';
import { endpointNameOf } from '../../src/access/endpoint.decorator.js';
import type { EndpointRow } from '../../src/access/endpoint.js';
import { endpointOf, type EndpointName } from '../../src/access/endpoints.js';
import type { TestApp } from '../support/app.js';

/** A row of the endpoint table that has a handler. */
export interface Row extends EndpointRow {
  readonly name: EndpointName;
}

/** The rows that the running application has handlers for, in the order in which their modules were loaded. */
export function implementedRows({ app }: TestApp): Row[] {
  return handlers({ app }).flatMap(({ handler }) => {
    const name = endpointNameOf(handler);
    return name ? [{ name, ...endpointOf(name) }] : [];
  });
}

/** Every method of every controller of the running application. */
export function handlers({ app }: Pick<TestApp, 'app'>): { title: string; handler: object }[] {
  const controllers = [...app.get(ModulesContainer).values()].flatMap((module) => [
    ...module.controllers.values(),
  ]);
  return controllers.flatMap(({ metatype }) => {
    const { name, prototype } = metatype as { name: string; prototype: Record<string, object> };
    const methods = Object.getOwnPropertyNames(prototype).filter((method) => method !== 'constructor');
    return methods.map((method) => ({ title: `${name}.${method}`, handler: prototype[method]! }));
  });
}

/** The row's path with these parameters, from the version segment on. */
export function pathOf({ path }: EndpointRow, params: Readonly<Record<string, string>>): string {
  return path.replace(/[:*](\w+)/g, (_, name: string) => params[name]!);
}

/** Whether the path names something that may be missing. */
export function namesSomething({ path }: EndpointRow): boolean {
  return /[:*]/.test(path);
}
