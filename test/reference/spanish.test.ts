import { readFile, readdir } from 'node:fs/promises';
import { expect } from 'chai';
import { readEventTypes } from '../../src/contract/document.ts';
import {
  readSpanish,
  translateContract,
  translateText,
  type Translation,
} from '../../src/contract/translation.ts';
import { sharedContract } from '../support/contract.ts';

const GUIDES = new URL('../../openapi/guides/', import.meta.url);
const CODE = /^```[^]*?^```$/gm;

/** The texts of the contract, block by block. */
function readBlocks(): Set<string> {
  const blocks = new Set<string>();
  const collect: Translation = (block) => {
    blocks.add(block);
    return undefined;
  };
  translateContract(sharedContract, collect);
  for (const { name } of sharedContract.tags) translateText(name, collect);
  for (const { description } of readEventTypes(sharedContract)) translateText(description, collect);
  return blocks;
}

const codesOf = (text: string): string[] => (text.match(/`[^`]+`/g) ?? []).sort();

describe('the Spanish of the reference', () => {
  it('has each text of the contract, and no other', async () => {
    const blocks = readBlocks();
    const translated = (await readSpanish()).map(({ en }) => en);
    expect(
      [...blocks].filter((block) => !translated.includes(block)),
      'not translated: add them to openapi/service.es.yaml',
    ).to.deep.equal([]);
    expect(
      translated.filter((block) => !blocks.has(block)),
      'no longer in the contract',
    ).to.deep.equal([]);
  });

  it('is sorted by the English, each text once', async () => {
    const translated = (await readSpanish()).map(({ en }) => en);
    expect(translated).to.deep.equal([...new Set(translated)].sort());
  });

  it('names the same codes, fields and operations as the English', async () => {
    for (const { en, es } of await readSpanish()) expect(codesOf(es), en).to.deep.equal(codesOf(en));
  });

  it('keeps the form of a text: its rows, its items and their order', () => {
    const english =
      'A status.\n\n| status | meaning |\n|---|---|\n| `a` | first\n  line |\n\n- One.\n- Two.\n';
    const spanish = new Map([
      ['A status.', 'Un estado.'],
      ['| `a` | first line |', '| `a` | primera línea |'],
      ['- Two.', '- Dos.'],
    ]);
    expect(translateText(english, (block) => spanish.get(block))).to.equal(
      'Un estado.\n\n| status | meaning |\n|---|---|\n| `a` | primera línea |\n\n- One.\n- Dos.',
    );
  });

  it('has each guide, with the same headings, code, tables and names', async () => {
    const files = (await readdir(GUIDES)).filter((name) => name.endsWith('.md'));
    expect((await readdir(new URL('es/', GUIDES))).sort()).to.deep.equal(files.sort());
    for (const file of files) {
      const [english = '', spanish = ''] = await Promise.all(
        [file, `es/${file}`].map((path) => readFile(new URL(path, GUIDES), 'utf8')),
      );
      expect(spanish.match(CODE), `code of ${file}`).to.deep.equal(english.match(CODE));
      const shapeOf = (text: string) =>
        text
          .replace(CODE, 'code')
          .split('\n')
          .flatMap((line) => /^(#+ |code$|\||\d+\. |- )/.exec(line)?.[1] ?? []);
      expect(shapeOf(spanish), `form of ${file}`).to.deep.equal(shapeOf(english));
      const named = (text: string) => [...new Set(codesOf(text.replace(CODE, '').replace(/\s+/g, ' ')))];
      expect(named(spanish), `names in ${file}`).to.deep.equal(named(english));
    }
  });
});
