// A person's answer counts at both computers: the first one wins, the other one is told, and nothing is printed twice.
import { codesOf } from '@pharmacy-relay/shared/test/codes-of.ts'
import { ProblemError } from '@pharmacy-relay/shared/problem.ts'
import { until } from '@pharmacy-relay/shared/test/until.ts'
import fc from 'fast-check'
import { describe, expect, onTestFinished, test } from 'vitest'
import { AnsweringPair } from './test/answering-pair.ts'
import type { Rig } from './test/spool-rig.ts'

async function pair(): Promise<AnsweringPair> {
  const both = await new AnsweringPair().start()
  onTestFinished(async () => both.stop())
  return both
}

const yes = async ({ spool }: Rig) => spool.actions.cameOut('1')
const no = async ({ spool }: Rig) => spool.actions.didNotComeOut('1')
const shown = async (rig: Rig) => codesOf(await rig.job(1))

/** The code of the reason for which it is refused. */
async function refusalOf(doing: Promise<unknown>) {
  const error = await doing.then(
    () => null,
    (fault: unknown) => fault,
  )
  if (!(error instanceof ProblemError)) throw new Error('it was not refused')
  return { code: error.reason?.code, params: error.reason?.params }
}

const CAME = { client: 'sent_to_printer', printer: 'sent_to_printer', reprints: 0 }
const UNSAID = { client: 'unknown', printer: 'unknown', reprints: 0 }
const AGAIN = { client: 'failed', printer: 'failed', reprints: 1 }

describe('While the link is up', () => {
  test('Yes at the Client closes the question at both, and No there is refused with who said so', async () => {
    const both = await pair()
    expect(await yes(both.client)).toMatchObject({
      state: 'sent_to_printer',
      isAnswered: true,
      pendingAnswer: null,
    })
    expect(await shown(both.printer)).toBe('seen_out_by')
    expect(await refusalOf(no(both.printer))).toEqual({
      code: 'label_answered_yes',
      params: { label: '1', computer: 'COUNTER-1' },
    })
    await both.quiet()
    expect(await both.stands()).toEqual(CAME)
  })

  test('No at the Client is printed once, there, and is shown here with its end', async () => {
    const both = await pair()
    expect(await no(both.client)).toMatchObject({ n: 2, reprint: { count: 1 }, target: 'DISPENSARY' })
    expect(await no(both.client)).toMatchObject({ n: 2 })
    expect(await shown(both.client)).toBe('printed_again')
    expect(await shown(both.printer)).toBe('printed_again_by')
    await both.client.reach('2 sent_to_printer')
    expect(await both.stands()).toEqual(AGAIN)
    expect(both.paper[1]).toContain('REPRINT')
    expect(await both.client.states()).toEqual(['1 failed', '2 sent_to_printer'])
  })

  test('No at the PrinterComputer first: Yes here is refused with the label that came instead', async () => {
    const both = await pair()
    await no(both.printer)
    await both.client.reach('1 failed', '2 sent_to_printer')
    expect(await refusalOf(yes(both.client))).toEqual({
      code: 'label_answered_no',
      params: { label: '1', computer: 'DISPENSARY', again: '1.1' },
    })
    expect(await both.stands()).toEqual(AGAIN)
  })

  test.each([
    ['Yes here and No there', yes, no],
    ['No here and Yes there', no, yes],
    ['No at both', no, no],
  ])('%s at the same moment: one of them counts, at both', async (_, here, there) => {
    const both = await pair()
    await Promise.allSettled([here(both.client), there(both.printer)])
    await both.quiet()
    const stands = await both.stands()
    expect([CAME, AGAIN]).toContainEqual(stands)
  })

  test('what the printer proved before the answer came counts', async () => {
    const both = await pair()
    const { id = '' } = (await both.printer.job(1)) ?? {}
    both.isUp = false
    await no(both.client)
    await both.printer.store.change(id, { state: 'printed', reasons: [], evidence: 'L3' })
    await both.client.spool.forwarded.update(id, { state: 'printed', reasons: [], evidence: 'L3' })
    expect(await shown(both.client)).toBe('answer_waits')
    await both.linkUp()
    expect(await both.stands()).toEqual({ client: 'printed', printer: 'printed', reprints: 0 })
  })

  test('a label whose content is gone there stays unknown, and its person hears why', async () => {
    const both = await pair()
    const { id = '' } = (await both.printer.job(1)) ?? {}
    const { reasons = [] } = (await both.printer.job(1)) ?? {}
    await both.printer.store.change(id, { state: 'unknown', reasons, dropPayload: true })
    expect(await refusalOf(no(both.client))).toMatchObject({ code: 'content_gone' })
    expect(await shown(both.client)).toMatch(/^at_computer content_gone/)
    expect(await both.stands()).toEqual({ client: 'unknown', printer: 'unknown', reprints: 0 })
    await yes(both.client)
    expect(await both.stands()).toEqual(CAME)
  })
})

describe('The PrinterComputer dies while No is being kept there', () => {
  /** Of the commits and reads that No asks for, so many are done. */
  async function noUntil(both: AnsweringPair, done: number): Promise<void> {
    const { store } = both.printer
    store.isManual = true
    const said = no(both.printer)
    for (let one = 0; one < done; one += 1) {
      await until('the disk is asked', () => store.pending() > 0, 200).catch(() => undefined)
      store.flush()
    }
    void said.catch(() => undefined)
    await both.restart('printer')
  }

  test.each(Array.from({ length: 14 }, (_, done) => done))(
    'after %i questions to its disk: Yes at the Client counts only when there is no reprint',
    async (done) => {
      const both = await pair()
      both.isUp = false
      await noUntil(both, done)
      const isMade = both.disks.printer.jobs.length > 1
      await yes(both.client)
      await both.linkUp()
      await both.linkUp()
      await both.quiet()
      const stands = await both.stands()
      expect(isMade ? [AGAIN] : [CAME, AGAIN]).toContainEqual(stands)
    },
  )
})

describe('Without a link', () => {
  test('Yes closes the question here at once, and there when it is heard', async () => {
    const both = await pair()
    both.isUp = false
    expect(await yes(both.client)).toMatchObject({ state: 'sent_to_printer', pendingAnswer: 'came_out' })
    expect(await both.stands()).toMatchObject({ client: 'sent_to_printer', printer: 'unknown' })
    await both.restart('client')
    await both.linkUp()
    expect(await refusalOf(no(both.printer))).toMatchObject({ code: 'label_answered_yes' })
    expect(await both.stands()).toEqual(CAME)
  })

  test('No is printed there as soon as it is heard, and nowhere before', async () => {
    const both = await pair()
    both.isUp = false
    expect(await no(both.client)).toMatchObject({ n: 1, state: 'unknown', pendingAnswer: 'did_not_come_out' })
    expect([await shown(both.client), both.paper.length]).toEqual(['answer_waits', 1])
    await both.restart('client')
    await both.restart('printer')
    await both.linkUp()
    await both.client.reach('1 failed', '2 sent_to_printer')
    expect(await both.stands()).toEqual(AGAIN)
  })

  test('the answer there was first: Yes here gives way to it, and to its reprint', async () => {
    const both = await pair()
    both.isUp = false
    await yes(both.client)
    await no(both.printer)
    await both.linkUp()
    await both.client.reach('1 failed', '2 sent_to_printer')
    expect([await shown(both.client), await both.stands()]).toEqual(['printed_again_by', AGAIN])
  })

  test('the answer there was first: No here prints nothing', async () => {
    const both = await pair()
    both.isUp = false
    await no(both.client)
    await yes(both.printer)
    await both.linkUp()
    expect([await shown(both.client), await both.stands()]).toEqual(['seen_out_by', CAME])
  })

  test('a reply that was lost is asked for again, and makes no second reprint', async () => {
    const both = await pair()
    both.losesReplies = true
    both.isUp = true
    await Promise.all([no(both.client), both.quiet()])
    await both.restart('client')
    both.losesReplies = false
    await both.linkUp()
    await both.linkUp()
    expect(await both.stands()).toEqual(AGAIN)
  })
})

describe('A PrinterComputer of an earlier version', () => {
  test('does not hear the answer, which stays pending and says so, until somebody there answers', async () => {
    const both = await pair()
    both.isOlder = true
    expect(await no(both.client)).toMatchObject({ state: 'unknown', pendingAnswer: 'did_not_come_out' })
    expect(await shown(both.client)).toBe('answer_not_heard')
    await both.linkUp()
    expect(await both.stands()).toEqual({ client: 'unknown', printer: 'unknown', reprints: 0 })
    await yes(both.printer)
    await both.linkUp()
    expect(await both.stands()).toEqual(CAME)
  })
})

describe('A label of a computer that does not get labels of this one any more', () => {
  test('is answered here alone, and says that the other computer was not told', async () => {
    const both = await pair()
    both.client.state.route = both.client.way('P2')
    both.client.spool.routeChanged()
    expect(await no(both.client)).toMatchObject({ n: 2 })
    expect(await shown(both.client)).toBe('printed_again answer_not_told')
    await both.client.reach('2 sent_to_printer')
    expect(both.client.printed).toHaveLength(1)
  })

  test('asks again where No was pending, and says that nobody there was told of Yes', async () => {
    const [one, other] = [await pair(), await pair()]
    for (const both of [one, other]) both.isUp = false
    await no(one.client)
    await yes(other.client)
    for (const { client } of [one, other]) {
      client.state.route = client.computer('OFFICE')
      client.spool.routeChanged()
      await client.spool.actions.exclusively(async () => undefined)
    }
    await one.quiet()
    expect([await shown(one.client), await shown(other.client)]).toEqual([
      'gone_elsewhere',
      'seen_out answer_not_told',
    ])
  })

  test('and that computer, which does not know the label any more, leaves it to the answer here', async () => {
    const both = await pair()
    const { id = '' } = (await both.client.job(1)) ?? {}
    both.isUp = false
    await no(both.client)
    await both.client.spool.forwarded.replied(id, { state: 'not_known', reasons: [], evidence: null })
    expect(await shown(both.client)).toBe('printed_again answer_not_told')
  })
})

type Step = (both: AnsweringPair) => Promise<unknown>
const STEPS: readonly (readonly [name: string, does: Step])[] = [
  ['Yes at the Client', async ({ client }) => yes(client)],
  ['No at the Client', async ({ client }) => no(client)],
  ['Yes at the PrinterComputer', async ({ printer }) => yes(printer)],
  ['No at the PrinterComputer', async ({ printer }) => no(printer)],
  ['the link breaks', async (both) => void (both.isUp = false)],
  ['replies are lost', async (both) => void (both.losesReplies = true)],
  ['a link comes up', async (both) => both.linkUp()],
  ['the Client dies', async (both) => both.restart('client')],
  ['the PrinterComputer dies', async (both) => both.restart('printer')],
]

test('Whatever is said where and when: both say the same in the end, and a reprint comes out once, where No counts', async () => {
  const names = STEPS.map(([name]) => name)
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.tuple(fc.constantFrom(...names), fc.boolean()), { maxLength: 8 }),
      async (steps) => {
        const both = await new AnsweringPair().start()
        let isSaid = false
        for (const [name, isAwaited] of steps) {
          const step = STEPS.find(([one]) => one === name)?.[1] ?? (async () => undefined)
          // Refused is as good; what a process that died was asked never ends.
          const ended = step(both).then(
            () => (isSaid ||= /^(Yes|No)/.test(name)),
            () => undefined,
          )
          if (isAwaited) await Promise.race([ended, new Promise((resolve) => setImmediate(resolve))])
        }
        both.losesReplies = false
        await both.linkUp()
        await both.linkUp()
        await both.quiet()
        const stands = await both.stands()
        await both.stop()
        expect(isSaid ? [CAME, AGAIN] : [UNSAID, CAME, AGAIN]).toContainEqual(stands)
      },
    ),
    { numRuns: 150, seed: 20_261_125 },
  )
})
