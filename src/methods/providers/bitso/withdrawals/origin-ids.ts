import { createOrderIds } from '../../orders/index.ts';

/**
 * The purpose of a withdrawal at Bitso. `mint`: pesos that go to Juno. `leg`: pesos that were bought for that first.
 */
export type Purpose = 'pay_out' | 'refund' | 'mint' | 'leg';

export const { idOf: originIdOf, purposeOf } = createOrderIds<Purpose>('bitso', [
  'pay_out',
  'refund',
  'mint',
  'leg',
]);
