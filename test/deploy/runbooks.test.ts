import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect } from 'chai';
import { load } from 'js-yaml';

interface Rules {
  groups: { rules: { alert?: string; annotations?: Record<string, string> }[] }[];
}

const ROOT = fileURLToPath(new URL('../..', import.meta.url));
const read = (file: string): string => readFileSync(join(ROOT, file), 'utf8');

describe('the runbooks of the alerts', () => {
  const { groups } = load(read('deploy/prometheus-rules.yml')) as Rules;
  const alerts = groups.flatMap(({ rules }) => rules).filter(({ alert }) => alert !== undefined);
  const sections = readdirSync(join(ROOT, 'docs'), { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.md'))
    .flatMap((file) =>
      [...read(join('docs', file)).matchAll(/^### (Payments[A-Z]\w+)$([^]*?)(?=^##|$(?![^]))/gm)].map(
        ([, alert = '', text = '']) => ({ alert, text, page: `docs/${file}` }),
      ),
    );

  it('are sections that the alerts name, one for each alert and no other', () => {
    expect(sections.map(({ alert }) => alert)).to.have.members(alerts.map(({ alert }) => alert));
    expect(sections.length).to.be.at.least(40);
    const places = new Map(sections.map(({ alert, page }) => [alert, `${page}#${alert.toLowerCase()}`]));
    for (const { alert = '', annotations } of alerts)
      expect(annotations?.['runbook'], alert).to.equal(places.get(alert));
  });

  it('are, on each page, in the order of the rules', () => {
    const order = alerts.map(({ alert }) => alert);
    for (const page of new Set(sections.map((section) => section.page))) {
      const here = sections.filter((section) => section.page === page).map(({ alert }) => alert);
      expect(here, page).to.deep.equal(order.filter((alert) => here.includes(alert!)));
    }
  });

  it('say when the alert is over', () => {
    for (const { alert, text } of sections) expect(text, alert).to.match(/\bover\b/i);
  });
});
