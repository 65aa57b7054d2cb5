import { once } from 'node:events';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/** What an endpoint can do instead of passing a request on to its node. */
export type Fault =
  /** Never answers. */
  | 'timeout'
  | { status: number; body?: string }
  /** Something that is no JSON, or any other text. */
  | { text: string }
  /** A JSON-RPC error. */
  | { error: { code: number; message: string } }
  /** Changes the node's own response. */
  | { change: (result: any, method: string, params: any[]) => unknown };

export interface FaultyEndpoint {
  url: string;
  /** The methods that were called, in order. */
  readonly calls: { method: string; params: any[] }[];
  /** What happens to each request from now on; undefined passes it on. */
  misbehave(fault: (method: string, params: any[]) => Fault | undefined): void;
  heal(): void;
  /** Another node from now on. */
  moveTo(nodeUrl: string): void;
  close(): Promise<void>;
}

/** A JSON-RPC endpoint in front of a node, as a provider runs one. */
export async function startFaultyEndpoint(nodeUrl: string): Promise<FaultyEndpoint> {
  let target = nodeUrl;
  let faultOf: (method: string, params: any[]) => Fault | undefined = () => undefined;
  const calls: { method: string; params: any[] }[] = [];

  const answer = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const chunks: Buffer[] = [];
    for await (const chunk of request as AsyncIterable<Buffer>) chunks.push(chunk);
    const sent = Buffer.concat(chunks).toString();
    const { id, method, params } = JSON.parse(sent) as { id: number; method: string; params: any[] };
    calls.push({ method, params });
    const fault = faultOf(method, params);
    if (fault === 'timeout') return;
    if (fault && 'status' in fault) {
      response.writeHead(fault.status).end(fault.body ?? '');
      return;
    }
    response.setHeader('Content-Type', 'application/json');
    if (fault && 'text' in fault) response.end(fault.text);
    else if (fault && 'error' in fault)
      response.end(JSON.stringify({ jsonrpc: '2.0', id, error: fault.error }));
    else {
      const passed = await fetch(target, {
        method: 'POST',
        headers: { 'Content-Type': 'application/json' },
        body: sent,
      });
      const text = await passed.text();
      if (!fault) response.end(text);
      else {
        const { result } = JSON.parse(text) as { result: unknown };
        response.end(JSON.stringify({ jsonrpc: '2.0', id, result: fault.change(result, method, params) }));
      }
    }
  };

  const server: Server = createServer((request, response) => {
    // A node that is being stopped, or a caller that has given up.
    answer(request, response).catch(() => response.destroy());
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/`,
    calls,
    misbehave(fault) {
      faultOf = fault;
    },
    heal() {
      faultOf = () => undefined;
    },
    moveTo(url) {
      target = url;
    },
    async close() {
      server.close();
      server.closeAllConnections();
      await once(server, 'close');
    },
  };
}

/** Opens a rig whose chain is asked through one endpoint that can misbehave. */
export async function behindFaultyEndpoint<Rig>(
  open: (options: { endpoints: (nodeUrl: string) => Promise<string[]> }) => Promise<Rig>,
): Promise<{ rig: Rig; endpoint: FaultyEndpoint }> {
  let endpoint!: FaultyEndpoint;
  const rig = await open({
    async endpoints(nodeUrl) {
      endpoint = await startFaultyEndpoint(nodeUrl);
      return [endpoint.url];
    },
  });
  return { rig, endpoint };
}

/** A fault of some methods only. */
export function when(methods: string | readonly string[], fault: Fault) {
  const names = [methods].flat();
  return (method: string): Fault | undefined => (names.includes(method) ? fault : undefined);
}

/** Leaves out the logs that a test says, as an endpoint did that had lost them. */
export function withoutLogs(isLost: (log: any) => boolean) {
  return when('eth_getLogs', { change: (logs: any[]) => logs.filter((log) => !isLost(log)) });
}
