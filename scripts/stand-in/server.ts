import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import express, { type Express } from 'express';
import { addEndpoints, type AnyEndpoint, type Manner } from './router.ts';

/** What a stand-in serves. */
export interface StandIn<Endpoint extends AnyEndpoint, SourceName extends string> extends Manner<
  Endpoint,
  SourceName
> {
  /** 0 or undefined: any free port. */
  port: number | undefined;
  endpoints: readonly Endpoint[];
  /** What is known of an endpoint, besides its method and path. */
  describe: (endpoint: Endpoint) => object;
  /** What tests and people do to it that no client can: `POST /control/<name>`, unsigned; `state` also by GET. */
  control: { state(): object };
  /** The header of what is not the provider's at all; undefined for none. */
  ownLabel?: [header: string, value: string];
  /** What a path gets that is not there, with status 404. */
  elsewhere: (path: string) => object;
  /** Ends what it does by itself; in this order. */
  close: readonly (() => void | Promise<void>)[];
}

/** Serves a stand-in on this machine until it is closed. */
export async function serveStandIn<Endpoint extends AnyEndpoint, SourceName extends string>(
  standIn: StandIn<Endpoint, SourceName>,
): Promise<{ url: string; close: () => Promise<void> }> {
  const { endpoints, received, label, elsewhere } = standIn;
  const app = express().disable('x-powered-by');
  addEndpoints(app, endpoints, standIn);
  addControl(app, standIn);
  app.use((request, response) => {
    received['elsewhere'] = (received['elsewhere'] ?? 0) + 1;
    response.setHeader(...label(['elsewhere' as SourceName]));
    response.status(404).json(elsewhere(request.path));
  });
  const server = app.listen(standIn.port ?? 0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}`,
    async close() {
      for (const end of standIn.close) await end();
      server.close();
      server.closeAllConnections();
      await once(server, 'close');
    },
  };
}

function addControl<Endpoint extends AnyEndpoint>(
  app: Express,
  {
    control,
    endpoints,
    describe,
    ownLabel,
  }: Pick<StandIn<Endpoint, string>, 'control' | 'endpoints' | 'describe' | 'ownLabel'>,
): void {
  app.use('/control', (_request, response, next) => {
    if (ownLabel) response.setHeader(...ownLabel);
    next();
  });
  app.get('/control/endpoints', (_request, response) => {
    response.json(endpoints.map((one) => ({ method: one.method, path: one.path, ...describe(one) })));
  });
  app.get('/control/state', (_request, response) => void response.json(control.state()));
  app.post('/control/:name', express.json({ type: () => true }), (request, response) => {
    const { name } = request.params;
    const acts = control as Record<string, (input: any) => unknown>;
    const act = Object.hasOwn(acts, name) ? acts[name] : undefined;
    if (!act) {
      const names = Object.keys(acts).join(', ');
      return void response.status(404).json({ error: `There is no ${name}; there are ${names}` });
    }
    try {
      response.json(act(request.body ?? {}) ?? {});
    } catch (error) {
      response.status(400).json({ error: (error as Error).message });
    }
  });
}
