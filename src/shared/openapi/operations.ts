import type { OpenAPIObject } from '@nestjs/swagger';

export type Operation = NonNullable<OpenAPIObject['paths'][string]['get']>;

const METHODS = ['get', 'post', 'put', 'delete'] as const;

/** All operations of the document. */
export function operationsOf({ paths }: OpenAPIObject) {
  return Object.entries(paths).flatMap(([path, item]) =>
    METHODS.flatMap((method) => {
      const operation = item[method];
      return operation ? [{ path, method, operation }] : [];
    }),
  );
}

/** The operations of the API, without the Platform API. */
export function apiOperationsOf(document: OpenAPIObject) {
  return operationsOf(document).filter(({ path }) => path.startsWith('/v4/'));
}

/** References to headers of the document's components. */
export function headerRefs(names: readonly string[]) {
  return Object.fromEntries(names.map((name) => [name, { $ref: `#/components/headers/${name}` }]));
}
