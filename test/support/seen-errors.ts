import { appendFileSync, readFileSync } from 'node:fs';
import { errorCodesOf } from '../../src/contract/derived/error-codes.ts';
import { eachOperation, readContract } from '../../src/contract/document.ts';

/** Names the file in which the processes of a run note which errors they have seen, one a line. */
const FILE = 'TEST_SEEN_ERRORS_FILE';

/** What the contract lists and no test sees, by operation and code. */
const SEEN_NOWHERE: Record<string, string> = {
  'getHealth internal_error': 'It uses nothing that can fail, but every endpoint lists it.',
  'createRefund quote_expired': 'The quote would have to expire between two statements of the call.',
};

const recorded = new Set<string>();

/**
 * Notes that an operation has answered with an error. A line is short enough for one write, so the lines of several
 * processes do not mix.
 */
export function recordSeenError(operationId: string, code: string): void {
  const file = process.env[FILE];
  const line = `${operationId} ${code}`;
  if (file === undefined || recorded.has(line)) return;
  appendFileSync(file, `${line}\n`);
  recorded.add(line);
}

/** From now on, this process and those that it starts note what they see in this file. */
export function noteSeenErrorsIn(file: string): void {
  process.env[FILE] = file;
}

/** Fails unless each error that the contract lists for an operation was seen in the run, or is settled here. */
export async function requireAllSeen(file: string): Promise<void> {
  const seen = new Set(readFileSync(file, 'utf8').split('\n'));
  const contract = await readContract();
  const listed = [...eachOperation(contract)].flatMap(([, , operation]) =>
    errorCodesOf(contract, operation).flatMap(([, codes]) =>
      codes.map((code) => `${operation.operationId} ${code}`),
    ),
  );
  const unseen = listed.filter((one) => !seen.has(one) && !(one in SEEN_NOWHERE));
  const needless = Object.keys(SEEN_NOWHERE).filter((one) => seen.has(one) || !listed.includes(one));
  if (unseen.length > 0)
    throw new Error(`The contract lists errors that no test has seen:\n${unseen.join('\n')}`);
  if (needless.length > 0)
    throw new Error(
      `SEEN_NOWHERE of test/support/seen-errors.ts settles needlessly:\n${needless.join('\n')}`,
    );
}
