/** The operations of the simulated provider. */
export const SIMULATED_OPERATIONS = [
  'quote',
  'instructions',
  'confirm',
  'convert',
  'pay_out',
  'refund',
] as const;
export type SimulatedOperation = (typeof SIMULATED_OPERATIONS)[number];

export const SIMULATED_FAILURES = ['none', 'refused', 'unavailable', 'lost_answer', 'pending'] as const;
export type SimulatedFailure = (typeof SIMULATED_FAILURES)[number];
