import { createOrderIds } from '../../orders/index.ts';

/** What a withdrawal at Bitso is for us. `mint`: pesos that go to Juno. `leg`: those that were bought for that first. */
export type Purpose = 'pay_out' | 'refund' | 'mint' | 'leg';

export const { idOf: originIdOf, purposeOf } = createOrderIds<Purpose>('bitso', [
  'pay_out',
  'refund',
  'mint',
  'leg',
]);
