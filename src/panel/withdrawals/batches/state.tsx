import type { JSX } from 'preact';
import { Status, type Tone } from '../../../pages/index.ts';
import type { Batch, BatchLine } from '../../../withdrawal-batches/index.ts';
import { useTexts } from '../../frame/context.tsx';
import { BATCHES, type BatchTexts } from './texts.ts';

type State = keyof BatchTexts['states'];

const TONES: Readonly<Record<State, Tone>> = {
  scheduled: 'busy',
  waiting: 'waiting',
  underway: 'busy',
  done: 'good',
  partly: 'bad',
  cancelled: 'quiet',
  failed: 'bad',
};

/** The state of a batch, which is that of its lines once it has started. */
function stateOf({ status, endedAt, waiting, unsent, underway, completed, lines }: Batch): State {
  if (status !== 'started') return status;
  if (waiting > 0) return 'waiting';
  if (unsent + underway > 0) return 'underway';
  if (completed === lines) return 'done';
  return completed === 0 && endedAt !== null ? 'cancelled' : 'partly';
}

export function BatchState({ of }: { of: Batch }): JSX.Element {
  const state = stateOf(of);
  return <Status tone={TONES[state]}>{useTexts(BATCHES).states[state]}</Status>;
}

type LineState = keyof BatchTexts['lineStates'];

const LINE_TONES: Readonly<Record<LineState, Tone>> = {
  planned: 'quiet',
  waiting: 'waiting',
  held: 'busy',
  sent: 'busy',
  settled: 'good',
  failed: 'bad',
  returned: 'bad',
};

/** The state of a line, in the panel and in its report. */
export function lineStateOf({ status, waitsFor, decision }: BatchLine): LineState {
  if (status === null) return 'planned';
  if (status === 'held' || status === 'requested') {
    return waitsFor !== null && decision === null ? 'waiting' : 'held';
  }
  return status;
}

export function LineState({ of }: { of: BatchLine }): JSX.Element {
  const state = lineStateOf(of);
  return <Status tone={LINE_TONES[state]}>{useTexts(BATCHES).lineStates[state]}</Status>;
}
