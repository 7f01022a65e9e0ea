// Carries out what a person decides about a label, one thing at a time, and keeps what came of it to be shown.
import { labelNumber } from '@pharmacy-relay/shared/labels/label-number.ts'
import type { JobTrace } from '@pharmacy-relay/shared/labels/job-trace.ts'
import type { PrintJob } from '@pharmacy-relay/shared/print-job.ts'
import { useState } from 'preact/hooks'
import { useAgent } from '../../agent-context.ts'
import type { Answer, Refusal } from '../../bridge.ts'
import { useAsk } from '../../use-ask.ts'

export interface Done {
  readonly text: string
  /** The label that came of it; null: none did. */
  readonly made: PrintJob | null
}

export interface LabelActing {
  readonly isBusy: boolean
  /** Of the last time; null before it. */
  readonly done: Done | null
  readonly refusal: Refusal | null
  readonly came: () => void
  readonly cameNot: () => void
  readonly release: () => void
  readonly cancel: () => void
  readonly reprint: () => void
}

type Acted = Answer<'answer' | 'release' | 'cancel' | 'reprint'>

/** `onDone`: the label is another one now. */
export function useLabelActs({ job }: JobTrace, onDone: () => void): LabelActing {
  const { said } = useAgent().t.labels
  const [done, setDone] = useState<Done | null>(null)
  const [refusal, setRefusal] = useState<Refusal | null>(null)
  const asks = {
    answer: useAsk('answer'),
    release: useAsk('release'),
    cancel: useAsk('cancel'),
    reprint: useAsk('reprint'),
  }
  const after = async (asking: Promise<Acted | null>, say: (made: PrintJob) => Done): Promise<void> => {
    const acted = await asking
    if (acted === null) return
    setDone(acted.ok ? say(acted.data) : null)
    setRefusal(acted.ok ? null : acted)
    onDone()
  }
  const ref = { job: job.id }
  const same = (text: string) => () => ({ text, made: null })
  const number = labelNumber(job)
  const again = (made: PrintJob): Done =>
    made.id === job.id
      ? { text: said.toldLater(number), made: null }
      : { text: said.reprinted(labelNumber(made)), made }
  return {
    done,
    refusal,
    isBusy: Object.values(asks).some(({ busy }) => busy),
    came: () => void after(asks.answer.ask({ ...ref, answer: 'printed' }), same(said.printed(number))),
    cameNot: () => void after(asks.answer.ask({ ...ref, answer: 'reprint' }), again),
    release: () => void after(asks.release.ask(ref), same(said.released(number))),
    cancel: () => void after(asks.cancel.ask(ref), same(said.cancelled(number))),
    reprint: () => void after(asks.reprint.ask({ ...ref, count: null }), again),
  }
}
