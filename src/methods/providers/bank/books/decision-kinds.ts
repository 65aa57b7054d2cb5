/** The meanings that an operator may give to an unexplained movement. */
export const DECISIONS = ['payer', 'own', 'cost', 'pay-out', 'return', 'taken-back'] as const;
export type Decision = (typeof DECISIONS)[number];
