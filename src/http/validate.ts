import type { Application, NextFunction, Request, RequestHandler, Response } from 'express';
import * as OpenApiValidator from 'express-openapi-validator';
import { requestsOnly, type ContractDocument } from '../contract/document.ts';
import type { Operation } from './routes.ts';

/** What express-openapi-validator's own route match leaves on a request for its later steps. */
type ValidatorRoute = NonNullable<Request['openapi']>;

/**
 * Validates requests against the contract with express-openapi-validator, but matches no route again: its match
 * compiles every pattern anew for each request. So each operation goes through that step once, at boot, and what
 * it found there is given to the validation step of every later request. Doing the same with the validation
 * step compiles all schemas before the first client comes. Relies on the order of the library's steps (path
 * parameters, match, security, validation); its version is pinned and a test notices when that changes.
 */
export async function createRequestValidator(
  contract: ContractDocument,
  app: Application,
  operations: readonly Operation[],
): Promise<RequestHandler> {
  const steps = OpenApiValidator.middleware({
    apiSpec: requestsOnly(contract) as never,
    validateApiSpec: false,
    validateRequests: { allowUnknownQueryParameters: false, coerceTypes: false },
    validateResponses: false,
    validateSecurity: false,
    validateFormats: true,
    ajvFormats: { mode: 'full' },
    fileUploader: false,
  });
  const [, matchStep, , validateStep] = steps;
  if (steps.length !== 4 || !matchStep || !validateStep) {
    throw new Error(
      'express-openapi-validator has other steps than this version of the service was built for',
    );
  }

  const routes = new Map<string, ValidatorRoute>();
  for (const operation of operations) {
    const request = sampleRequest(app, operation);
    await runStep(matchStep, request);
    const route = request.openapi;
    if (!route) throw new Error(`express-openapi-validator does not know ${operation.id}`);
    routes.set(operation.id, route);
    // The sample is refused; only the compilation matters.
    await runStep(validateStep, request).catch(() => undefined);
  }

  return (request, response, next) => {
    const { operation, pathParams } = request.call.match ?? {};
    const route = operation && routes.get(operation.id);
    if (!route || !pathParams) throw new Error('validation runs behind the route match');
    request.openapi = { ...route, pathParams };
    void validateStep(request, response, next);
  };
}

function sampleRequest(app: Application, operation: Operation): Request {
  const path = operation.path.replace(/\{\w+\}/g, 'x');
  const headers = operation.method === 'GET' ? {} : { 'content-type': 'application/json' };
  return {
    app,
    method: operation.method,
    path,
    originalUrl: path,
    baseUrl: '',
    headers,
    query: {},
    params: {},
  } as never;
}

function runStep(step: RequestHandler, request: Request): Promise<void> {
  return new Promise((resolve, reject) => {
    const next: NextFunction = (error?: unknown) =>
      error === undefined ? resolve() : reject(error instanceof Error ? error : new Error('refused'));
    Promise.resolve(step(request, {} as Response, next)).catch(reject);
  });
}
