import {
  adviser,
  fine,
  nothingThere,
  readable,
  runChecks,
  wrong,
  type CheckedCall,
} from '../../../../src/methods/providers/http-rail/index.ts';
import { amountOf, ASSET, listOf, reader, type TernClient } from './client.ts';

/** Makes the calls that change nothing. */
export function checkTern(client: TernClient): Promise<CheckedCall[]> {
  return runChecks(
    [
      [
        'GET /balance',
        async (signal) => {
          const balance = amountOf(await client.get('/balance', 'balance', signal), 'amount');
          return fine(`balance: ${balance.toFixed(2)} ${ASSET}`);
        },
      ],
      [
        'GET /ledger',
        async (signal) => {
          const ledger = await client.get('/ledger?order=desc&limit=10', 'ledger', signal);
          return readable(reader, listOf(ledger['entries'], 'entries'), 'id', 'type', 'booked_at');
        },
      ],
      [
        'GET /payments/{client_id}',
        async (signal) =>
          (await client.call({ method: 'GET', path: '/payments/never_used' }, signal).catch(nothingThere)) ===
          undefined
            ? fine('an unknown client id is not found')
            : wrong('An id that was never used was found: send no money before Tern explains it.'),
      ],
    ],
    adviser(reader, 'TERN_BASE_URL', ({ reading }) =>
      reading.as === 'turned_away' ? 'Check TERN_API_KEY.' : undefined,
    ),
  );
}
