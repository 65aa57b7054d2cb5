/** What is wrong with the controls of a NACHA file, computed from its entries; nothing if all are right. */
export function nachaFaultsOf(text: string): string[] {
  const lines = text.replace(/\n$/, '').split('\n');
  const faults: string[] = [];
  const expectEqual = (what: string, found: string, right: string): void => {
    if (found !== right) faults.push(`${what} is ${found} and should be ${right}`);
  };
  for (const line of lines) expectEqual('the length', String(line.length), '94');
  expectEqual('the lines of the last block', String(lines.length % 10), '0');

  const batches = batchesIn(lines);
  for (const { header, entries, control } of batches) {
    const sums = sumsOf(entries);
    expectEqual('the service class of the control', control.slice(1, 4), header.slice(1, 4));
    const kinds = { '220': ['0'], '225': ['1'], '200': ['0', '1'] }[header.slice(1, 4)];
    if (!kinds?.includes(sums.debits === '0'.repeat(12) ? '0' : '1'))
      faults.push('the service class is wrong');
    expectEqual('the count of a batch', control.slice(4, 10), sums.count.padStart(6, '0'));
    expectEqual('the hash of a batch', control.slice(10, 20), sums.hash);
    expectEqual('the debits of a batch', control.slice(20, 32), sums.debits);
    expectEqual('the credits of a batch', control.slice(32, 44), sums.credits);
    expectEqual('the company', control.slice(44, 54), header.slice(40, 50));
    expectEqual('the bank and number of a batch', control.slice(79, 94), header.slice(79, 94));
    faults.push(...faultsOfEntries(entries));
  }
  const all = sumsOf(batches.flatMap(({ entries }) => entries));
  const control = lines.find((line) => line.startsWith('9') && !/^9+$/.test(line)) ?? '';
  expectEqual('the batches', control.slice(1, 7), String(batches.length).padStart(6, '0'));
  expectEqual('the blocks', control.slice(7, 13), String(lines.length / 10).padStart(6, '0'));
  expectEqual('the count', control.slice(13, 21), all.count.padStart(8, '0'));
  expectEqual('the hash', control.slice(21, 31), all.hash);
  expectEqual('the debits', control.slice(31, 43), all.debits);
  expectEqual('the credits', control.slice(43, 55), all.credits);
  return faults;
}

interface Batch {
  header: string;
  /** Details and addenda. */
  entries: string[];
  control: string;
}

function batchesIn(lines: readonly string[]): Batch[] {
  const batches: Batch[] = [];
  for (const line of lines) {
    if (line.startsWith('5')) batches.push({ header: line, entries: [], control: '' });
    const batch = batches.at(-1);
    if (batch === undefined) continue;
    if (/^[67]/.test(line)) batch.entries.push(line);
    if (line.startsWith('8')) batch.control = line;
  }
  return batches;
}

function sumsOf(entries: readonly string[]) {
  const details = entries.filter((line) => line.startsWith('6'));
  const cents = (isDebit: boolean): string =>
    details
      .filter((line) => '6789'.includes(line[2]!) === isDebit)
      .reduce((sum, line) => sum + BigInt(line.slice(29, 39)), 0n)
      .toString()
      .padStart(12, '0');
  const hash = details.reduce((sum, line) => sum + BigInt(line.slice(3, 11)), 0n) % 10n ** 10n;
  return {
    count: String(entries.length),
    hash: hash.toString().padStart(10, '0'),
    debits: cents(true),
    credits: cents(false),
  };
}

/** Traces ascend, and what is said to follow an entry follows it. */
function faultsOfEntries(entries: readonly string[]): string[] {
  const faults: string[] = [];
  let trace = 0n;
  entries.forEach((line, index) => {
    const isLast = entries[index + 1]?.startsWith('7') !== true;
    if (line.startsWith('6')) {
      if (BigInt(line.slice(79, 94)) <= trace) faults.push('traces do not ascend');
      trace = BigInt(line.slice(79, 94));
      if ((line[78] === '1') === isLast) faults.push('an addenda flag is wrong');
    } else if (BigInt(line.slice(87, 94)) !== trace % 10n ** 7n) {
      faults.push('an addenda belongs to another entry');
    }
  });
  return faults;
}
