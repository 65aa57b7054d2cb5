import { Router, type RequestHandler } from 'express';
import { refuseMethod } from '../pages/index.ts';
import type { Route } from './request/route.ts';

/**
 * Runs what handles the route of a request. Express tries the paths of a router one after the other, so those with the
 * same number of segments have a router of their own.
 */
export function routeByDepth(
  routes: readonly Route[],
  handlersOf: (route: Route) => RequestHandler[],
): RequestHandler {
  const routers = new Map<number, Router>();
  for (const path of new Set(routes.map((route) => route.path))) {
    const ofPath = routes.filter((route) => route.path === path);
    const router = routers.get(depthOf(path)) ?? Router();
    routers.set(depthOf(path), router);
    const at = router.route(path);
    for (const route of ofPath) at[route.method](...handlersOf(route));
    const allowed = ofPath.map(({ method }) => method.toUpperCase());
    at.all(refuseMethod(allowed.flatMap((name) => (name === 'GET' ? [name, 'HEAD'] : [name])).join(', ')));
  }
  return (request, response, next) => {
    const router = routers.get(depthOf(request.path));
    return router ? router(request, response, next) : next();
  };
}

function depthOf(path: string): number {
  return path.split('/').filter((segment) => segment !== '').length;
}
