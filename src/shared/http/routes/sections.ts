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
    const router = this.routers.get(sectionOf(request.path));
    if (router) router(request, response, next);
    else next();
  };
}

/** Two segments of the API, one of everything else: what follows may be a parameter (`/image-uploads/:address`). */
function sectionOf(path: string): string {
  const end = path.indexOf('/', path.startsWith(API) ? API.length : 1);
  return end < 0 ? path : path.slice(0, end);
}

const API = '/v4/';
