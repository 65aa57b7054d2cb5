export { createArrivalWorker } from './arrivals.ts';
export { readFloats, type Floats } from './floats.ts';
export { watchLiquidity } from './metrics.ts';
export { findOwnPlace, findRoute } from './rebalancing-repository.ts';
export { reportLiquidity, reportRoutes } from './report.ts';
export {
  askToMove,
  askToWriteOff,
  createRebalancingKind,
  LIQUIDITY_KINDS,
  rebalance,
} from './rebalancings.ts';
export { removeBand, setBand } from './repository.ts';
export { askForRoute, removeRoute } from './routes.ts';
export { createLiquidityWorker } from './worker.ts';
