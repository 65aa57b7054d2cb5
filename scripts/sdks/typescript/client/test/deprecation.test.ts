import assert from 'node:assert/strict';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { test } from 'node:test';
import { connect } from './support.js';

test('a call that uses something deprecated prints a warning, once for each operation', async () => {
  const warnings: Error[] = [];
  const collect = (warning: Error): void => void warnings.push(warning);
  process.on('warning', collect);
  const payments = connect();
  await payments.listTransactions({ query: { type: 'payment' } });
  await nextTurn();
  assert.equal(warnings.length, 0);
  await payments.listTransactions({ query: { kind: 'payment' } });
  await payments.listTransactions({ query: { kind: 'fee' } });
  await nextTurn();
  process.off('warning', collect);
  const [warning] = warnings;
  assert.equal(warnings.length, 1);
  assert.equal(warning?.name, 'DeprecationWarning');
  assert.match(
    warning?.message ?? '',
    /GET \/v1\/transactions .* since 2026-11-01\. See http.*\/docs\/guides\/versions$/,
  );
});
