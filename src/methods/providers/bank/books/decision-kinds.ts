/** What an operator may say of a movement that no rule explains. */
export const DECISIONS = ['payer', 'own', 'cost', 'pay-out', 'return', 'taken-back'] as const;
export type Decision = (typeof DECISIONS)[number];
