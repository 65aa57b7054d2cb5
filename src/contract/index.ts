export { readBodyShapes, type BodyShape, type BodyShapes } from './body-shapes.ts';
export { readDeprecations, type Deprecation } from './deprecations.ts';
export { withoutAlternatives } from './derived/alternatives.ts';
export { forClients } from './derived/clients.ts';
export { toOpenApi30 } from './derived/openapi-3.0.ts';
export { withHttpsOnly } from './derived/https-only.ts';
export { withOpenEnums } from './derived/open-enums.ts';
export { toLlmsText } from './derived/llms.ts';
export { toPostman } from './derived/postman.ts';
export { withCodeSamples } from './derived/samples/in-contract.ts';
export { writeSamples, type CodeSample } from './derived/samples/samples.ts';
export { forReceivers } from './derived/webhooks.ts';
export { readWorkflows } from './derived/workflows.ts';
export { withSdkHints } from './derived/sdk-hints.ts';
export { inVersion } from './derived/versions.ts';
export {
  CONTRACT_FILE,
  eachOperation,
  pairsParameter,
  readBodyExamples,
  readContract,
  readEnumDescriptions,
  readEventTypes,
  readExample,
  readLinks,
  readParameters,
  requestsOnly,
  type ContractDocument,
  type OperationObject,
  type ParameterObject,
} from './document.ts';
export { PUBLIC_OPERATIONS, type Handlers } from './handler.ts';
export type { Export, OperationId, OperationInput, Reply, Schemas } from './operations.ts';
export {
  readSpanish,
  readTranslation,
  translateContract,
  translateText,
  type Translation,
} from './translation.ts';
export { chooseVersion, CURRENT_VERSION, toVersion, VERSIONS } from './versions.ts';
