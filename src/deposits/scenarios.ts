// A file of its own, because the help of the command line names them and loads nothing else.

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
