import { cp, mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect } from 'chai';
import { goModule, usePackageNames } from '../../scripts/sdks/names.ts';

const SDKS = fileURLToPath(new URL('../../scripts/sdks', import.meta.url));
const OWN = {
  npm: '@acme/payments',
  pypi: 'acme-payments',
  go: 'github.com/acme/payments-go',
  maven: { groupId: 'com.acme.pay', artifactId: 'acme-payments' },
  composer: 'acme/payments',
};
/** What packages are called while nobody has named them. */
const DEFAULTS =
  /from 'payments-account'|name = "payments-account"|payments\.example\.com\/go|com[./]example[./]payments|<artifactId>payments-account|"payments-account\/client"/;

describe('the names of the packages', () => {
  let folder: string;

  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'names-'));
  });
  afterEach(() => rm(folder, { recursive: true, force: true }));

  for (const language of ['go', 'java', 'php', 'python', 'typescript']) {
    it(`are the publisher's own in all of the client for ${language}`, async () => {
      await cp(join(SDKS, language, 'client'), folder, { recursive: true });
      expect(await partsOf(folder), 'before').to.match(DEFAULTS);
      await usePackageNames(folder, language, '2.7.0', OWN);
      expect(await partsOf(folder)).not.to.match(DEFAULTS);
    });
  }

  it('move the files of a Java package, and leave no empty folder', async () => {
    await cp(join(SDKS, 'java', 'client'), folder, { recursive: true });
    await usePackageNames(folder, 'java', '2.7.0', OWN);
    expect(await readdir(join(folder, 'src/main/java/com'))).to.deep.equal(['acme']);
    expect(await readdir(join(folder, 'src/main/java/com/acme/pay'))).to.include('PaymentsClient.java');
  });

  it('end with the major version in Go, from the second on', () => {
    expect(goModule('1.9.0', OWN.go)).to.equal('github.com/acme/payments-go');
    expect(goModule('2.7.0', OWN.go)).to.equal('github.com/acme/payments-go/v2');
  });
});

/** The paths and the texts of a folder's files. */
async function partsOf(folder: string): Promise<string> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const files = entries
    .filter((entry) => entry.isFile())
    .map(({ parentPath, name }) => join(parentPath, name));
  const parts = await Promise.all(files.map(async (file) => [file, await readFile(file, 'utf8')]));
  return parts.flat().join('\n');
}
