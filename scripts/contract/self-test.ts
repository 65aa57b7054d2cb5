import { forClients } from '../../src/contract/derived/clients.ts';
import type { ContractDocument } from '../../src/contract/document.ts';
import { CASES, DERIVED, schema } from './cases.ts';
import { namesIn, namesOfClients, renamed } from './client-names.ts';
import { compare } from './compare.ts';
import { differences } from './differences.ts';
import type { Json } from './json.ts';
import { judge } from './judge.ts';
import { tryMutations } from './mutations.ts';
import { newest, type Contracts, type Release } from './releases.ts';
import { questions } from './questions.ts';
import type { Change } from './rules.ts';

interface Next {
  release: string;
  is: 'accepted' | 'refused';
  make: (contracts: Contracts, dated: string) => void;
}

const rename = (contract: Json) => {
  const { properties } = schema(contract, 'Balance');
  properties.usable = properties.available;
  delete properties.available;
};
const isVersion = (contract: Json, version: string) => (contract['info'].version = version);

/** Releases after a version 1.0.0. */
const NEXT: Next[] = [
  { release: 'nothing but the same again', is: 'accepted', make: () => undefined },
  {
    release: 'a text without a new version',
    is: 'refused',
    make: (contracts, dated) => (contracts[dated]!['info'].description = 'An API.'),
  },
  {
    release: 'an addition as a patch',
    is: 'refused',
    make: (contracts, dated) => {
      schema(contracts[dated]!, 'Balance')['properties'].purpose = { type: 'string' };
      isVersion(contracts[dated]!, '1.0.1');
    },
  },
  {
    release: 'an addition as a minor version',
    is: 'accepted',
    make: (contracts, dated) => {
      schema(contracts[dated]!, 'Balance')['properties'].purpose = { type: 'string' };
      isVersion(contracts[dated]!, '1.1.0');
    },
  },
  {
    release: 'a breaking change as a major version',
    is: 'refused',
    make: (contracts, dated) => {
      rename(contracts[dated]!);
      isVersion(contracts[dated]!, '2.0.0');
    },
  },
  {
    release: 'a breaking change in a new dated version',
    is: 'accepted',
    make: (contracts, dated) => {
      contracts['2999-01-01'] = structuredClone(contracts[dated]!);
      rename(contracts['2999-01-01']);
      isVersion(contracts['2999-01-01'], '2.0.0');
    },
  },
  {
    release: 'a breaking change in a new dated version, not undone for the old one',
    is: 'refused',
    make: (contracts, dated) => {
      rename(contracts[dated]!);
      contracts['2999-01-01'] = structuredClone(contracts[dated]!);
      isVersion(contracts['2999-01-01'], '2.0.0');
    },
  },
  {
    release: 'a new dated version as a minor version',
    is: 'refused',
    make: (contracts, dated) => {
      contracts['2999-01-01'] = structuredClone(contracts[dated]!);
      isVersion(contracts['2999-01-01'], '1.1.0');
    },
  },
  {
    release: 'a lower version',
    is: 'refused',
    make: (contracts, dated) => isVersion(contracts[dated]!, '0.9.0'),
  },
  {
    release: 'a dated version less',
    is: 'refused',
    make: (contracts, dated) => {
      contracts['2999-01-01'] = contracts[dated]!;
      delete contracts[dated];
      isVersion(contracts['2999-01-01'], '2.0.0');
    },
  },
];

/** Checks what is made of changes to copies of released contracts: by kind, by release, and to each kind of node. */
export async function selfTest(last: Release): Promise<void> {
  const [dated, contract] = newest(last.contracts);
  for (const { change, is, given = () => undefined, make } of CASES) {
    const base = structuredClone(contract);
    given(base);
    const changed = structuredClone(base);
    make(changed);
    const changes = [...differences(base, changed), ...questions(base, changed)];
    report(change, is, largest(changes), changes);
  }

  const release = { ...last, version: '1.0.0', contracts: { [dated]: structuredClone(contract) } };
  isVersion(release.contracts[dated]!, '1.0.0');
  testNames(contract);
  for (const { release: what, is, make } of NEXT) {
    const contracts = structuredClone(release.contracts);
    make(contracts, dated);
    const refused = judge(release, contracts);
    report(what, is, refused.length > 0 ? 'refused' : 'accepted', refused);
  }

  const { mutations, kinds, refused, accepted, faults } = tryMutations(contract);
  console.log(
    `${mutations} mutations of ${kinds} kinds of nodes: ${refused} refused, ${accepted} accepted for a reason`,
  );
  report('mutations that are not settled', '0', String(faults.length), faults.slice(0, SHOWN));

  const opinions = [
    {
      of: 'all additions at once',
      is: 'addition' as const,
      cases: CASES.filter(({ is }) => is === 'addition'),
    },
    {
      of: 'a breaking change',
      is: 'breaking' as const,
      cases: CASES.filter(({ change }) => change === SEEN),
    },
  ];
  for (const { of, is, cases } of opinions) {
    const changed = structuredClone(contract);
    for (const { make } of cases) make(changed);
    const changes = await compare(contract, changed);
    report(`oasdiff's opinion of ${of}`, is, largest(changes), changes);
  }
}

/** Each change of what clients are generated from must be refused, whatever made it. */
function testNames(contract: Json): void {
  const document: Json = forClients(contract as unknown as ContractDocument);
  const before = namesIn(document);
  for (const { change, make } of DERIVED) {
    const changed = structuredClone(document);
    make(changed);
    const changes = renamed(before, namesIn(changed));
    report(change, 'breaking', largest(changes), changes);
  }
  const packages = namesOfClients(contract);
  const changes = renamed(packages, { ...packages, 'package npm': 'another-name' });
  report('a package is renamed', 'breaking', largest(changes), changes);
}

const SHOWN = 20;

/** A breaking change that oasdiff knows. */
const SEEN = 'an optional field of a response is removed';

const largest = (changes: Change[]): Change['is'] =>
  (['breaking', 'question', 'addition'] as const).find((size) => changes.some(({ is }) => is === size)) ??
  'detail';

function report(what: string, expected: string, found: string, because: unknown): void {
  if (found === expected) {
    console.log(`${what}: ${found}`);
  } else {
    console.error(`${what}: ${found}, but should be ${expected}: ${JSON.stringify(because, null, 2)}`);
    process.exitCode = 1;
  }
}
