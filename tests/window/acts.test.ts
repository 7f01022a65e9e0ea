// The buttons of a label against the spool that carries them out: each is taken, and nothing that is taken is missing.
import { reason } from '@pharmacy-relay/shared/reasons/make-reason.ts'
import { jobStates, type JobState } from '@pharmacy-relay/shared/job-state.ts'
import { expect, test } from 'vitest'
import type { ComputerRoute } from '../../agent/core/spool/rules/forwarding.ts'
import type { NewJob } from '../../agent/core/spool/store/spool-store.ts'
import { arrival, startRig, type Rig } from '../../agent/core/spool/test/spool-rig.ts'
import { actsOf, type Act } from '../../agent/window/pages/labels/acts-of.ts'

/** `found` asks the same of the spool as `came`. */
const ACTS = ['came', 'release', 'cancel', 'reprint'] as const satisfies readonly Act[]

interface Standing {
  readonly state: JobState
  readonly isElsewhere: boolean
  readonly isPayloadKept: boolean
}

/** Those have their payload, and what is under way is not changed behind the back of what carries it. */
const DISPATCHED_STATES: readonly JobState[] = ['accepted', 'sending', 'waiting_for_printer']
const TABLE: readonly Standing[] = jobStates
  .filter((state) => !DISPATCHED_STATES.includes(state))
  .flatMap((state) =>
    [true, false].flatMap((isElsewhere) =>
      [true, false].map((isPayloadKept) => ({ state, isElsewhere, isPayloadKept })),
    ),
  )

test.each(TABLE)(
  '$state, elsewhere $isElsewhere, kept $isPayloadKept: what is offered is taken',
  async (one) => {
    const trace = await (await labelThat(one)).spool.trace('1')
    expect(trace).toMatchObject({ isElsewhere: one.isElsewhere, isPayloadKept: one.isPayloadKept })
    const taken: Act[] = []
    for (const act of ACTS) if (await isTaken(await labelThat(one), act)) taken.push(act)
    expect(actsOf(trace.job, trace)).toEqual(taken)
  },
)

test('one that waits here is cancelled and nothing else', async () => {
  const waiting = async () => {
    const rig = await startRig({ route: { kind: 'none', why: reason('no_printer', {}) } })
    await rig.spool.accept(arrival('one'))
    await rig.reach('1 waiting_for_printer')
    return rig
  }
  const taken: Act[] = []
  for (const act of ACTS) if (await isTaken(await waiting(), act)) taken.push(act)
  const trace = await (await waiting()).spool.trace('1')
  expect(actsOf(trace.job, trace)).toEqual(taken)
})

test('one of which No waits to be heard is not asked about again: that is taken back and nothing else', async () => {
  const waiting = async () => {
    const rig = await labelThat({ state: 'unknown', isElsewhere: true, isPayloadKept: true })
    await rig.spool.actions.didNotComeOut('1')
    return rig
  }
  const { job, ...trace } = await (await waiting()).spool.trace('1')
  expect(actsOf(job, trace)).toEqual(['found'])
  const taken: Act[] = []
  for (const act of ACTS) if (await isTaken(await waiting(), act)) taken.push(act)
  expect(taken).toEqual(['came'])
})

test('an agent that does not say where a label went is asked as before', () => {
  expect(actsOf({ state: 'expired', reasons: [] }, { isPayloadKept: true })).toEqual(['release'])
})

const NEW: NewJob = {
  id: '5f6c8a52-3a51-4c9c-8a7e-0d4f6a1f9a11',
  reasons: [],
  sender: '127.0.0.1',
  acceptedAtMs: 0,
  isComplete: true,
  copies: 1,
  reprint: null,
  state: 'accepted',
  endedBy: 'fin',
  language: 'zpl',
}

/** Labels wait there. */
const DISPENSARY: ComputerRoute = {
  kind: 'computer',
  destination: 'DISPENSARY',
  window: 1,
  deliver: async () => ({ kind: 'not_sent' }),
  cancel: async () => ({ state: 'cancelled', reasons: [], evidence: null }),
}

/** At rest: no route takes it on. */
async function labelThat({ state, isElsewhere, isPayloadKept }: Standing): Promise<Rig> {
  const rig = await startRig({ route: { kind: 'none', why: reason('no_printer', {}), others: [DISPENSARY] } })
  const { id } = await rig.store.accept(NEW, Buffer.from('one'))
  await rig.store.startAttempt(id, { kind: 'computer', destination: 'DISPENSARY', odometer: null })
  const target = isElsewhere ? 'DISPENSARY' : null
  await rig.store.change(id, { state, reasons: [], target, dropPayload: !isPayloadKept })
  return rig
}

/** It changes the label or makes another. A question is answered with its reprint by `came`, not by `reprint`. */
async function isTaken({ spool }: Rig, act: (typeof ACTS)[number]): Promise<boolean> {
  const before = (await spool.trace('1')).job
  if (act === 'reprint' && before.state === 'unknown') return false
  const { actions } = spool
  const asks = {
    came: async () => actions.cameOut('1'),
    release: async () => actions.release('1'),
    cancel: async () => actions.cancel('1'),
    reprint: async () => actions.reprint('1', null),
  }
  const after = await asks[act]().catch(() => null)
  return after !== null && (after.n !== before.n || after.state !== before.state)
}
