// No that waits to be heard: it asks nobody meanwhile, is taken back by Yes, and is not carried out after 30 minutes.
import { codesOf } from '@pharmacy-relay/shared/test/codes-of.ts'
import { until } from '@pharmacy-relay/shared/test/until.ts'
import { expect, onTestFinished, test } from 'vitest'
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

const CAME = { client: 'sent_to_printer', printer: 'sent_to_printer', reprints: 0 }
const UNSAID = { client: 'unknown', printer: 'unknown', reprints: 0 }
const AGAIN = { client: 'failed', printer: 'failed', reprints: 1 }

test('No asks nobody at the Client any more, and is taken back by Yes there until it was heard', async () => {
  const both = await pair()
  both.isUp = false
  await no(both.client)
  expect(both.client.spool.board.status()).toMatchObject({ unknown: 0, waiting: 1, look: { n: 1 } })
  expect(await both.client.spool.listCounts()).toMatchObject({ asks: 0, waits: 1 })
  await yes(both.client)
  await both.restart('client')
  await both.linkUp()
  expect([await shown(both.client), await shown(both.printer)]).toEqual(['seen_out', 'seen_out_by'])
  expect(await both.stands()).toEqual(CAME)
})

test('No that was heard is not taken back by Yes, and comes out once', async () => {
  const both = await pair()
  both.losesReplies = true
  await no(both.client)
  both.losesReplies = false
  await Promise.allSettled([yes(both.client)])
  await both.linkUp()
  await both.quiet()
  expect(await both.stands()).toEqual(AGAIN)
})

test('No that nobody could be told within 30 min is not printed any more, and a person is asked anew', async () => {
  const both = await pair()
  both.isUp = false
  await no(both.client)
  await both.restart('client')
  both.clock.stepMs(30 * 60_000 - 1)
  await both.quiet()
  expect(await shown(both.client)).toBe('answer_waits')
  both.clock.stepMs(1_000)
  await both.client.reach('1 unknown')
  await until('it is given up', async () => (await shown(both.client)) === 'answer_too_old')
  await both.linkUp()
  await both.quiet()
  expect(await both.stands()).toEqual(UNSAID)
  await no(both.client)
  await both.quiet()
  expect(await both.stands()).toEqual(AGAIN)
})

test('No that was heard, and whose reply came not within 30 min, came out once and counts', async () => {
  const both = await pair()
  both.losesReplies = true
  both.losesNews = true
  await no(both.client)
  both.isUp = false
  both.clock.stepMs(30 * 60_000 + 1_000)
  await until('it is given up', async () => (await shown(both.client)) === 'answer_too_old')
  both.losesReplies = false
  both.losesNews = false
  await both.linkUp()
  await both.quiet()
  expect(await both.stands()).toEqual(AGAIN)
})
