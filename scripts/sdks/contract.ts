import { readFile } from 'node:fs/promises';

const SERVICE_VERSION = '#/components/parameters/ServiceVersion';
const IDEMPOTENCY_KEY = '#/components/parameters/IdempotencyKey';

/** The contract for the generated part of a client, and the dated version that it describes. */
export interface ContractForLayer {
  document: any;
  datedVersion: string;
}

/**
 * Reads the contract without what a hand-written layer does for every call: the dated version, the idempotency key,
 * errors, and headers of responses. Generated methods then have only parameters that mean something to their callers,
 * and return only what success looks like. Lists of values that can grow are enums, for their constants: use it with
 * generators whose enums accept other values, or see to it that they do.
 */
export async function readForLayer(contractFile: string): Promise<ContractForLayer> {
  const document = JSON.parse(await readFile(contractFile, 'utf8'));
  const { parameters } = document.components;
  const datedVersion: string = parameters.ServiceVersion.schema.enum.at(-1);
  for (const item of Object.values<any>(document.paths)) {
    for (const part of [item, ...Object.values<any>(item)]) {
      if (part.parameters) part.parameters = part.parameters.filter(isOfCaller);
      if (part.responses) part.responses = successesOf(part.responses);
    }
  }
  delete parameters.ServiceVersion;
  delete parameters.IdempotencyKey;
  delete document.components.headers;
  delete document.components.responses;
  return { document, datedVersion };
}

function isOfCaller({ $ref }: { $ref?: string }): boolean {
  return $ref !== SERVICE_VERSION && $ref !== IDEMPOTENCY_KEY;
}

function successesOf(responses: object): object {
  const successes = Object.entries<any>(responses).filter(([status]) => status.startsWith('2'));
  return Object.fromEntries(
    successes.map(([status, { description, content }]) => [status, { description, content }]),
  );
}
