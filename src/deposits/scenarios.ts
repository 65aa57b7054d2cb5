/** The behaviours of a simulated payer. */
export const SCENARIOS = [
  'exact',
  'under',
  'over',
  'duplicate',
  'wrong_network',
  'seen_then_confirmed',
] as const;
export type Scenario = (typeof SCENARIOS)[number];
