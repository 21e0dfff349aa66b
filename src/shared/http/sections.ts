import { Router, type NextFunction, type Request, type Response } from 'express';

/**
 * A router for each section of the API (`/v4/domains`): Express tries the routes of a router one after the other, and
 * an endpoint would be found only after all that were registered before it.
 */
export class Sections {
  private readonly routers = new Map<string, Router>();

  get areEmpty(): boolean {
    return this.routers.size === 0;
  }

  /** The router of the section that the path is in. */
  routerOf(path: string): Router {
    const section = sectionOf(path);
    const router = this.routers.get(section) ?? Router({ caseSensitive: true });
    this.routers.set(section, router);
    return router;
  }

  readonly handle = (request: Request, response: Response, next: NextFunction): void => {
    const { path } = request;
    const router = this.routers.get(sectionOf(path)) ?? this.routers.get(firstSegment(path));
    if (router) router(request, response, next);
    else next();
  };
}

/** The first two segments; the first alone where the second is a parameter (`/image-uploads/:address`). */
function sectionOf(path: string): string {
  const second = path.indexOf('/', 1);
  if (/^[:*]/.test(path.slice(second + 1))) return firstSegment(path);
  const end = path.indexOf('/', second + 1);
  return end < 0 ? path : path.slice(0, end);
}

function firstSegment(path: string): string {
  const end = path.indexOf('/', 1);
  return end < 0 ? path : path.slice(0, end);
}
