// Express, with what this service relies on beyond its documentation: that it gives each request and answer its own
// prototype unless they have it already. Pinned; guarded by test/http/libraries.test.ts.
import { IncomingMessage, ServerResponse, type ServerOptions } from 'node:http';
import express, { type Express } from 'express';
import { createCidrMatcher } from '../../lib/cidr.ts';

/** An app that says nothing of itself, takes a query as it is written, and knows whose `X-Forwarded-For` to believe. */
export function createApp(trustedProxies: readonly string[]): Express {
  const app = express();
  app.disable('x-powered-by');
  app.disable('etag');
  app.set('query parser', 'simple');
  app.set('trust proxy', createCidrMatcher(trustedProxies));
  return app;
}

/**
 * The classes that Node's server makes its requests and answers of. Express would give each its own prototype, which
 * costs more than all routing on today's Node; with that prototype from the start, it finds nothing left to do.
 */
export function messageClassesOf(app: Express): Pick<ServerOptions, 'IncomingMessage' | 'ServerResponse'> {
  class AppRequest extends IncomingMessage {
    readonly arrivedAtMs = performance.now();
  }
  class AppResponse extends ServerResponse {}
  Object.setPrototypeOf(AppRequest.prototype, app.request);
  Object.setPrototypeOf(AppResponse.prototype, app.response);
  app.request = AppRequest.prototype as unknown as Express['request'];
  app.response = AppResponse.prototype as unknown as Express['response'];
  return { IncomingMessage: AppRequest, ServerResponse: AppResponse as never };
}
