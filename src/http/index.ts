export { BYTE_ORDER_MARK, spreadsheetLine } from './answers/csv.ts';
export { refusalFor } from './answers/error-reply.ts';
export { JSON_CONTENT, sendAnswer, sendCompressed, streamAnswer, type Headers } from './answers/reply.ts';
export {
  countByAddress,
  createGate,
  limitByAddress,
  PROBES,
  windowOf,
  type AddressLimit,
} from './request/gate.ts';
export { readBytes } from './request/body.ts';
export { readForm } from './request/form.ts';
export type { Request, Response } from './request/call.ts';
export { createCapacity } from './request/capacity.ts';
export { createHttpServer } from './chain.ts';
export { createDispatch } from './dispatch.ts';
export { canFail, withFaults } from './faults.ts';
export { createCallLog } from './request-log.ts';
export { createRouteIndex, type Operation } from './request/routes.ts';
export { drain, listen } from './server/listen.ts';
export { serveMetrics, type MetricsEndpoint } from './server/metrics-server.ts';
export { createTelemetry } from './server/telemetry.ts';
