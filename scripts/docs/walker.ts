import { spawnSync } from 'node:child_process';
import { mkdir, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import type { Block } from './blocks.ts';
import { commandsOf, openTerminal, type Terminal } from './terminal.ts';

/** For programs that start; installing packages is part of that. */
const BACKGROUND_TIMEOUT_MS = 300_000;
const COMMAND_TIMEOUT_MS = 120_000;
const OUTPUT_TIMEOUT_MS = 20_000;
const POLL_MS = 50;
/** The end of what a block printed, shown when it fails. */
const SHOWN_CHARACTERS = 2_000;

export interface Outcome {
  readonly result: 'ok' | 'saved' | 'not run' | 'skipped';
  /** Why it was not run. */
  readonly why?: string;
}

export interface Walker {
  /** Does what the block's mark says. Throws when it fails, saying what was typed and what came of it. */
  walk(block: Block): Promise<Outcome>;
  /** Ends everything in all terminals. Throws when something does not end. */
  close(): Promise<void>;
}

/** A reader with a terminal in a folder, who opens another one for each program that goes on running. */
export function createWalker(folder: string, env: NodeJS.ProcessEnv): Walker {
  let transcript = '';
  let blockBegan = 0;
  /** Why the last block to run was skipped; what it would have printed is then missing, too. */
  let skipped: Outcome | undefined;
  const print = (text: string): void => void (transcript += text);
  const reader = openTerminal({ cwd: folder, env }, print);
  const background: Terminal[] = [];

  const fail = (what: string): never => {
    const printed = transcript.slice(blockBegan).trimEnd().slice(-SHOWN_CHARACTERS);
    throw new Error(printed === '' ? what : `${what}\nIt printed:\n${printed}`);
  };
  /** With each `sk_test_…` replaced by the last printed word that begins so; a secret has characters of base64. */
  const copied = (text: string): string =>
    text.replaceAll(/([\w-]{3,})…/g, (_, prefix: string) => {
      const printed = [...transcript.matchAll(new RegExp(`(?<![\\w-])${prefix}[\\w+/=-]+`, 'g'))].at(-1)?.[0];
      return printed ?? fail(`Nothing was printed that begins with "${prefix}".`);
    });

  const run = async (text: string): Promise<void> => {
    for (const line of commandsOf(text)) {
      const command = copied(line);
      const status = await within(reader.type(command), COMMAND_TIMEOUT_MS);
      if (status !== 0) fail(`${ending(status)}: ${command}`);
    }
  };
  const runInBackground = async (text: string, until: string): Promise<void> => {
    const began = transcript.length;
    const terminal = openTerminal(await reader.surroundings(), print);
    background.push(terminal);
    let failure: string | undefined;
    const typed = (async () => {
      for (const line of commandsOf(text)) {
        const command = copied(line);
        const status = await terminal.type(command);
        if (status !== 0) return void (failure = `${ending(status)}: ${command}`);
      }
      failure = 'All commands of the block have ended';
    })();
    const deadline = Date.now() + BACKGROUND_TIMEOUT_MS;
    while (!transcript.slice(began).includes(until)) {
      if (failure !== undefined) fail(`${failure}, and "${until}" was not printed.`);
      if (Date.now() > deadline) fail(`"${until}" was not printed within ${BACKGROUND_TIMEOUT_MS / 1000} s.`);
      await Promise.race([typed, delay(POLL_MS)]);
    }
  };
  const compare = async (text: string): Promise<void> => {
    const lines = text.split('\n').filter((line) => line.trim() !== '');
    const expected = new RegExp(lines.map(patternOf).join('\\n(?:.*\\n)*?'), 'm');
    const deadline = Date.now() + OUTPUT_TIMEOUT_MS;
    while (!expected.test(transcript.slice(blockBegan))) {
      if (Date.now() > deadline) fail(`This was not printed:\n${text}`);
      await delay(POLL_MS);
    }
  };

  return {
    async walk({ mark, text }) {
      switch (mark.kind) {
        case 'run': {
          const missing = mark.needs.filter((program) => !isInstalled(program));
          skipped =
            missing.length > 0
              ? { result: 'skipped', why: `not installed: ${missing.join(', ')}` }
              : undefined;
          if (skipped) return skipped;
          blockBegan = transcript.length;
          await (mark.until === undefined ? run(text) : runInBackground(text, mark.until));
          return { result: 'ok' };
        }
        case 'save':
          await mkdir(dirname(join(folder, mark.file)), { recursive: true });
          await writeFile(join(folder, mark.file), `${text}\n`);
          return { result: 'saved' };
        case 'output':
          if (skipped) return skipped;
          await compare(text);
          return { result: 'ok' };
        case 'not run':
          return { result: 'not run', why: mark.why };
      }
    },
    async close() {
      const ends = await Promise.all([...background, reader].map((terminal) => terminal.close()));
      if (ends.includes(false)) throw new Error('A program went on after Ctrl+C.');
    },
  };
}

function ending(status: number | 'late' | undefined): string {
  if (status === 'late') return `Not done within ${COMMAND_TIMEOUT_MS / 1000} s`;
  return status === undefined ? 'The terminal ended' : `Failed with status ${status}`;
}

async function within<T>(work: Promise<T>, ms: number): Promise<T | 'late'> {
  const timer = new AbortController();
  const late = delay(ms, 'late' as const, { signal: timer.signal }).catch(() => 'late' as const);
  return Promise.race([work, late]).finally(() => timer.abort());
}

/** A line of output, in which `…` stands for anything. */
function patternOf(line: string): string {
  const literal = line.trim().split('…');
  return literal.map((part) => part.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&')).join('.*');
}

function isInstalled(program: string): boolean {
  return spawnSync('bash', ['-c', 'command -v "$0"', program]).status === 0;
}
