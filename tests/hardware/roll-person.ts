// Answers from the test printer's roll as a person would from the paper, and does to the printer what a person is asked to do.
import { until } from '@pharmacy-relay/shared/test/until.ts'
import type { TestPrinter } from '../../agent/test-printer/label-printer.ts'
import type { FaultState } from '../../agent/test-printer/faults.ts'
import type { Person, Question, Subject, Task } from './person.ts'

export interface RollParts {
  readonly printer: TestPrinter
  /** Everything that came out, as bytes. */
  readonly paper: () => readonly Buffer[]
  /** Lies: by question, the answer that is given instead; to show that the suite finds it. */
  readonly lies?: Readonly<Record<string, string>>
}

/** What came out may come late, after a label was handed over. */
const LOOK_MS = 10_000
/** A part of the label of the power loss is shorter than this share of it. */
const POWER_SHARE = 0.4

export function rollPerson({ printer, paper, lies = {} }: RollParts): Person {
  return {
    who: 'the roll of the test printer',
    answer: async (question) => {
      await until('the printer has done what it has', () => printer.state() !== 'busy', LOOK_MS)
      return lies[question.id] ?? answerTo(question, paper(), printer.faults.now())
    },
    act: async (task) => {
      await printer.faults.set(faultsOf(task))
      return true
    },
  }
}

/** The power goes in the middle of what is sent next. */
function faultsOf({ id, nextBytes }: Task): Partial<FaultState> {
  switch (id) {
    case 'take-paper':
      return { paperOut: true }
    case 'put-paper':
      return { paperOut: false }
    case 'power-ready':
      return { powerOffAtByte: Math.round(nextBytes * POWER_SHARE) }
    case 'power-on':
      return { powerOffAtByte: null, powerOff: false }
    default:
      return id satisfies never
  }
}

function answerTo({ about, usual }: Question, paper: readonly Buffer[], faults: FaultState): string | null {
  const texts = paper.map((bytes) => bytes.toString('latin1'))
  switch (about.kind) {
    case 'label':
      return seenAs(timesOf(about.mark, texts))
    case 'parts':
      return String(about.marks.filter((mark) => timesOf(mark, texts) > 0).length)
    case 'twice':
      return about.marks.some((mark) => timesOf(mark, texts) > 1) ? 'yes' : 'no'
    case 'condition':
      return isSo(about, faults) ? 'yes' : 'no'
    case 'other':
      return usual
    default:
      return about satisfies never
  }
}

function seenAs(times: number): string {
  if (times === 0) return 'none'
  return times === 1 ? 'once' : 'several'
}

function timesOf(mark: string, texts: readonly string[]): number {
  return texts.reduce((sum, text) => sum + text.split(mark).length - 1, 0)
}

/** What no fault of the test printer is cannot be so. */
function isSo({ conditions }: Extract<Subject, { kind: 'condition' }>, faults: FaultState): boolean {
  const isSilent = faults.paperOut || faults.headOpen || faults.powerOff
  const facts: Readonly<Record<string, boolean>> = {
    paper_out: faults.paperOut,
    head_open: faults.headOpen,
    paused: faults.paused,
    unreachable: faults.powerOff,
    not_answering: isSilent,
  }
  return conditions.every((condition) => facts[condition] === true)
}
