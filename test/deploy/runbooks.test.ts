import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect } from 'chai';
import { load } from 'js-yaml';
import type { PaymentsCommand } from '../../src/commands/frame/command.ts';
import { createProgram } from '../../src/commands/program.ts';

interface Rules {
  groups: { rules: { alert?: string; annotations?: Record<string, string> }[] }[];
}

const read = (file: string): string =>
  readFileSync(fileURLToPath(new URL(`../../${file}`, import.meta.url)), 'utf8');

describe('docs/runbooks.md', () => {
  const text = read('docs/runbooks.md');
  const { groups } = load(read('deploy/prometheus-rules.yml')) as Rules;
  const alerts = groups.flatMap(({ rules }) => rules).filter(({ alert }) => alert !== undefined);

  it('has a section for each alert and no other, which the alert names', () => {
    const onCall = /^## On call$(.*?)^## /ms.exec(text)?.[1] ?? '';
    const sections = [...onCall.matchAll(/^### (.+)$/gm)].map(([, title]) => title);
    expect(sections).to.deep.equal(alerts.map(({ alert }) => alert));
    expect(sections.length).to.be.at.least(40);
    for (const { alert = '', annotations } of alerts)
      expect(annotations?.['runbook'], alert).to.equal(`docs/runbooks.md#${alert.toLowerCase()}`);
  });

  it('says of each alert when it is over', () => {
    for (const section of text.split(/^### /m).slice(1))
      expect(section, section.split('\n')[0]).to.match(/\bover\b/i);
  });

  it('names commands and options that there are', async () => {
    const ignore = () => Promise.resolve();
    const program = await createProgram(ignore, ignore, {
      out: () => undefined,
      version: '1.2.3',
      runInCell: () => Promise.reject(new Error('only the names count')),
    });
    const calls = [...text.matchAll(/(?<=^ *|`|=… )payments ([^`|#\n]+)/gm)].map(([, call = '']) => call);
    expect(calls.length).to.be.at.least(60);
    for (const call of calls) {
      let command = program;
      const words = call.trim().split(/\s+/);
      for (const word of words) {
        const next = command.commands.find((child) => child.name() === word);
        if (!next) break;
        command = next as PaymentsCommand;
      }
      expect(command, call).not.to.equal(program);
      const known = command.options.map(({ long }) => long);
      for (const word of words.filter((one) => one.startsWith('--'))) expect(known, call).to.include(word);
    }
  });

  it('links to sections that there are', () => {
    const files: Record<string, string> = {};
    for (const [, file = '', anchor = ''] of text.matchAll(/\]\(([\w./-]*\.md)?#([\w-]+)\)/g)) {
      const target = (files[file] ??= file === '' ? text : read(`docs/${file}`));
      const anchors = [...target.matchAll(/^#+ (.+)$/gm)].map(([, title = '']) =>
        title
          .toLowerCase()
          .replace(/[^\w -]/g, '')
          .replaceAll(' ', '-'),
      );
      expect(anchors, `${file}#${anchor}`).to.include(anchor);
    }
  });
});
