// openapi-backend calls the handler that is registered under an operation's operationId, after its security handlers.
// Pinned; what is used of its insides is guarded by test/http/libraries.test.ts.
import { OpenAPIBackend, type Context } from 'openapi-backend';
import { requestsOnly, type ContractDocument } from '../../contract/document.ts';
import type { Answer } from '../answers/reply.ts';
import { requireMatch, type Call, type Request } from '../call.ts';
import type { Place } from '../capacity.ts';
import type { Operation } from '../routes.ts';

type CarryOut = (call: Call, request: Request, place: Place) => Promise<Answer>;

/** Calls the handler of the operation that a request was matched with; none that needs a caller runs without one. */
export async function createOperationRouter(
  contract: ContractDocument,
  operations: readonly Operation[],
  handlerOf: (operation: Operation) => CarryOut,
): Promise<CarryOut> {
  const backend = new OpenAPIBackend({
    definition: requestsOnly(contract) as never,
    // It knows documents of OpenAPI 3.0 only; ours is linted and validated elsewhere.
    quick: true,
    strict: true,
    validate: false,
  });
  await backend.init();
  reuseRouteMatch(backend, operations);
  for (const operation of operations) {
    const carryOut = handlerOf(operation);
    backend.register(operation.id, (_context: Context, call: Call, request: Request, place: Place) =>
      carryOut(call, request, place),
    );
  }
  backend.registerSecurityHandler('apiKey', (_context: Context, call: Call) => call.caller !== undefined);
  return (call, request, place) =>
    backend.handleRequest(request as never, call, request, place) as Promise<Answer>;
}

/**
 * The route was matched already; openapi-backend's own match and parsing would cost more than all the rest of
 * it, growing with the number of operations.
 */
function reuseRouteMatch(backend: OpenAPIBackend, operations: readonly Operation[]): void {
  const known = new Map(
    backend.router.getOperations().map((operation) => [operation.operationId, operation]),
  );
  const unknown = operations.find(({ id }) => !known.has(id));
  if (unknown) throw new Error(`openapi-backend does not know ${unknown.id}`);
  // At boot it would list all operations anew for each that it is asked for.
  backend.router.getOperation = (id) => known.get(id);
  backend.router.matchOperation = ((request: Request) =>
    known.get(requireMatch(request.call).operation.id)) as typeof backend.router.matchOperation;
  backend.router.parseRequest = ((request: Request) => request) as never;
}
