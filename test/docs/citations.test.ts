import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect } from 'chai';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));
const FOLDERS = ['deploy', 'docs', 'openapi', 'scripts', 'src', 'test', 'test-system'];
const WRITTEN = /\.(ts|tsx|js|css|md|yaml|yml|sh)$/;
/** This file, and texts of others. */
const LEFT_OUT = /^test\/docs\/citations\.test\.ts$|^openapi\/released\/|^scripts\/(sdks|tools)\//;

describe('what code and documents cite', () => {
  const files = FOLDERS.flatMap((folder) =>
    readdirSync(join(ROOT, folder), { recursive: true, encoding: 'utf8' }).map((file) => join(folder, file)),
  )
    .concat('README.md')
    .filter((file) => WRITTEN.test(file) && !LEFT_OUT.test(file))
    .map((file) => ({ file, text: readFileSync(join(ROOT, file), 'utf8') }));

  it('is a decision that docs/decisions.md has', () => {
    const decisions = readFileSync(join(ROOT, 'docs/decisions.md'), 'utf8');
    const headings = new Set([...decisions.matchAll(/^## (D\d+) /gm)].map(([, number]) => number));
    expect(headings.size).to.be.greaterThan(40);
    const unknown = files.flatMap(({ file, text }) =>
      citedIn(text)
        .filter((number) => !headings.has(number))
        .map((number) => `${file}: ${number}`),
    );
    expect(unknown).to.deep.equal([]);
  });

  it('finds the decisions in order, each said in less than twenty lines', () => {
    const sections = readFileSync(join(ROOT, 'docs/decisions.md'), 'utf8')
      .split(/^(?=## )/m)
      .slice(1);
    expect(sections.map((section) => section.match(/^## (D\d+) /)?.[1])).to.deep.equal(
      sections.map((_, index) => `D${index + 1}`),
    );
    const long = sections.filter((section) => section.trim().split('\n').length >= 20);
    expect(long.map((section) => section.split('\n')[0])).to.deep.equal([]);
  });

  it('is no document outside the repository', () => {
    const strays = files.filter(({ text }) => OUTSIDE.test(text)).map(({ file }) => file);
    expect(strays).to.deep.equal([]);
  });

  it('is a test that there is', () => {
    const missing = files.flatMap(({ file, text }) =>
      [...text.matchAll(/(?<![\w/])test(?:-system)?\/[\w/-]+\.test\.ts\b/g)]
        .filter(([path]) => !existsSync(join(ROOT, path)))
        .map(([path]) => `${file}: ${path}`),
    );
    expect(missing).to.deep.equal([]);
  });

  it('is recognized in brackets and in a sentence', () => {
    expect(citedIn('Rounded up (D2, D16). See D9 to D10; D9a and ID9 are none.')).to.deep.equal([
      'D2',
      'D16',
      'D9',
      'D10',
    ]);
    expect(OUTSIDE.test('/** All of it (spec, "Limits"). */')).to.equal(true);
    expect(OUTSIDE.test('The OpenAPI spec; a specific case')).to.equal(false);
  });
});

const OUTSIDE = /\(spec\b|\bspec (section|§)|\b(the|its) spec(ification)?('s)?\b(?! of )/i;

function citedIn(text: string): string[] {
  return [...text.matchAll(/\bD\d+\b/g)].map(([number]) => number);
}
