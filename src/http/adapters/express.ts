// Express, with the undocumented behaviour that this service relies on. It gives each request and response its own
// prototype unless they already have it.
// Made for express 5.3.0; guarded by test/http/libraries.test.ts.
import { IncomingMessage, ServerResponse, type ServerOptions } from 'node:http';
import express, { type Express, type Request } from 'express';
import { createCidrMatcher, forwardedAddress, unmapAddress } from '../../lib/cidr.ts';

/** An app that does not advertise itself, reads queries literally, and trusts only these proxies' `X-Forwarded-For`. */
export function createApp(trustedProxies: readonly string[]): Express {
  const app = express();
  app.disable('x-powered-by');
  app.disable('etag');
  app.set('query parser', 'simple');
  const isTrusted = createCidrMatcher(trustedProxies);
  app.set('trust proxy', (entry: string) => isTrusted(forwardedAddress(entry) ?? ''));
  return app;
}

/**
 * The client's address as reported by trusted proxies or, if that is no address, the one that the connection comes
 * from.
 */
export function clientAddressOf({ ip, socket }: Pick<Request, 'ip' | 'socket'>): string {
  return forwardedAddress(ip ?? '') ?? unmapAddress(socket.remoteAddress ?? '');
}

/**
 * The classes that Node's server creates requests and responses from. Express would replace the prototype of each one,
 * which costs more than all routing on current Node; objects that have the prototype from the start are left alone.
 * `beforeHead` is called for each response before its head is written.
 */
export function messageClassesOf(
  app: Express,
  beforeHead: (response: ServerResponse) => void,
): Pick<ServerOptions, 'IncomingMessage' | 'ServerResponse'> {
  class AppRequest extends IncomingMessage {
    arrivedAtMs = performance.now();
  }
  class AppResponse extends ServerResponse {
    override writeHead(...head: unknown[]): this {
      beforeHead(this);
      return super.writeHead(...(head as Parameters<ServerResponse['writeHead']>));
    }
  }
  Object.setPrototypeOf(AppRequest.prototype, app.request);
  Object.setPrototypeOf(AppResponse.prototype, app.response);
  app.request = AppRequest.prototype as unknown as Express['request'];
  app.response = AppResponse.prototype as unknown as Express['response'];
  return { IncomingMessage: AppRequest, ServerResponse: AppResponse as never };
}
