import { resolve, type ResolveOptions } from '../../src/commands/money/transfers-actions.ts';
import { approve } from '../../src/commands/operators/approvals-actions.ts';
import type { Foundation } from '../../src/composition/foundation.ts';
import { addTwoOperators, type TwoOperators } from '../../test/operators/two-operators.ts';

const WHY = { reason: 'Somebody says so', evidence: 'None' };
const hired = new WeakMap<Foundation, TwoOperators>();

/** The two operators of a deployment, who are added when somebody first needs them. */
export async function twoOperatorsOf(foundation: Foundation): Promise<TwoOperators> {
  const operators = hired.get(foundation) ?? (await addTwoOperators({ foundation }));
  hired.set(foundation, operators);
  return operators;
}

/** Decides about a transfer by the functions of the command line; what one operator may not decide, the other approves. */
export async function decideAsTwo(
  foundation: Foundation,
  id: string,
  options: ResolveOptions,
): Promise<void> {
  const { ana, bruno } = await twoOperatorsOf(foundation);
  const decided = await resolve(foundation, ana, id, { ...options, ...WHY });
  const { id: request, kind } = decided as { id: string; kind: string };
  if (kind === 'transfers.resolve') await approve(foundation, bruno, request);
}
