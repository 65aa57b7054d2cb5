// openapi-backend calls the handler that is registered under an operation's operationId, after its security handlers;
// its route match and its validation are replaced.
// Made for openapi-backend 5.21.2; its replaced parts are guarded by test/http/libraries.test.ts.
import { OpenAPIBackend, type Context } from 'openapi-backend';
import { type ContractDocument, type Handlers, requestsOnly } from '../../contract/index.ts';
import type { Caller } from '../../credentials/index.ts';
import { requireMatch, type Request } from '../request/call.ts';
import type { Operation } from '../request/routes.ts';

/** The part of a handler's input that says who calls. */
interface Input {
  caller: Caller | undefined;
}

/** The handler of the operation that a request matched, ready to be called with this input. */
export type HandlerOf = (request: Request, input: Input) => () => Promise<unknown>;

/**
 * Registers a handler for each operation. A handler that needs a caller never runs without one. Inputs and results are
 * those of the contract, which validation and the compiler ensure on either side.
 */
export async function registerHandlers(
  contract: ContractDocument,
  operations: readonly Operation[],
  handlers: Handlers,
): Promise<HandlerOf> {
  const backend = new OpenAPIBackend({
    definition: requestsOnly(contract) as never,
    // It supports only OpenAPI 3.0 documents; ours is linted and validated elsewhere.
    quick: true,
    strict: true,
    validate: false,
  });
  await backend.init();
  reuseRouteMatch(backend, operations);
  for (const [operationId, handler] of Object.entries(handlers) as [string, (input: Input) => unknown][]) {
    backend.register(operationId, (_context: Context, input: Input) => handler(input));
  }
  backend.registerSecurityHandler('apiKey', (_context: Context, input: Input) => input.caller !== undefined);
  return (request, input) => () => backend.handleRequest(request as never, input);
}

/**
 * The route is already matched; openapi-backend's own matching and parsing would cost more than all its other work,
 * and more with every operation.
 */
function reuseRouteMatch(backend: OpenAPIBackend, operations: readonly Operation[]): void {
  const known = new Map(
    backend.router.getOperations().map((operation) => [operation.operationId, operation]),
  );
  const unknown = operations.find(({ id }) => !known.has(id));
  if (unknown) throw new Error(`openapi-backend does not know ${unknown.id}`);
  // At startup it would list all operations again for each one that is requested.
  backend.router.getOperation = (id) => known.get(id);
  backend.router.matchOperation = ((request: Request) =>
    known.get(requireMatch(request.call).operation.id)) as typeof backend.router.matchOperation;
  backend.router.parseRequest = ((request: Request) => request) as never;
}
