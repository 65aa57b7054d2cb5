import { describeColumns } from './columns.ts';
import { readSourceProgram, type SourceProgram } from './program.ts';
import { describeStatements } from './statements.ts';
import { describeThrownErrors } from './thrown-errors.ts';

// In one file, so that TypeScript reads the source once for all of them.
describe('the source', function () {
  this.timeout(600_000);
  let source: SourceProgram | undefined;

  before(() => {
    source = readSourceProgram();
  });
  after(() => {
    // Hundreds of megabytes, which the files that this process runs later need not keep.
    source = undefined;
  });

  describeThrownErrors(() => source!);
  describeColumns(() => source!);
  describeStatements(() => source!);
});
