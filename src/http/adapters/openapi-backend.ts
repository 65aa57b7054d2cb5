// openapi-backend calls the handler that is registered under an operation's operationId, after its security handlers;
// its route match and its validation are replaced.
// Made for openapi-backend 5.21.2; its replaced parts are guarded by test/http/libraries.test.ts.
import { OpenAPIBackend, type Context } from 'openapi-backend';
import { type ContractDocument, requestsOnly } from '../../contract/index.ts';
import type { Answer } from '../answers/reply.ts';
import { requireMatch, type Call, type Request } from '../request/call.ts';
import type { Slot } from '../request/capacity.ts';
import type { Operation } from '../request/routes.ts';

type CarryOut = (call: Call, request: Request, slot: Slot) => Promise<Answer>;

/** Calls the handler of the operation that a request matched; a handler that needs a caller never runs without one. */
export async function createOperationRouter(
  contract: ContractDocument,
  operations: readonly Operation[],
  handlerOf: (operation: Operation) => CarryOut,
): Promise<CarryOut> {
  const backend = new OpenAPIBackend({
    definition: requestsOnly(contract) as never,
    // It supports only OpenAPI 3.0 documents; ours is linted and validated elsewhere.
    quick: true,
    strict: true,
    validate: false,
  });
  await backend.init();
  reuseRouteMatch(backend, operations);
  for (const operation of operations) {
    const carryOut = handlerOf(operation);
    backend.register(operation.id, (_context: Context, call: Call, request: Request, slot: Slot) =>
      carryOut(call, request, slot),
    );
  }
  backend.registerSecurityHandler('apiKey', (_context: Context, call: Call) => call.caller !== undefined);
  return (call, request, slot) =>
    backend.handleRequest(request as never, call, request, slot) as Promise<Answer>;
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
