// A label that was printed again is over: it is no label that did not come out, and none that needs an answer.
import { describe, expect, test } from 'vitest'
import { jobListNames } from '@pharmacy-relay/shared/labels/job-lists.ts'
import { arrival, CUT, newRig, SENT, startRig, type Rig } from './test/spool-rig.ts'
import type { Delivery } from './rules/route.ts'

const LABEL = '^XA^FO50,50^FDx^FS^XZ'

/** How the first labels end, one after the other; those behind them come out. */
async function rigWith(...ends: Delivery[]): Promise<Rig> {
  const left = [...ends]
  return startRig({ write: () => left.shift() ?? SENT })
}

const counts = ({ spool }: Rig) => {
  const { unknown, failed, look } = spool.board.status()
  return { unknown, failed, look: look?.n ?? null }
}
const listed = async ({ spool }: Rig) =>
  Promise.all(
    jobListNames.map(async (only) => (await spool.list(10, { only, before: null })).map(({ n }) => n)),
  )
const NOBODY = { unknown: 0, failed: 0, look: null }

describe('a label that was printed again', () => {
  test('needs no answer and did not fail any more; it names its reprint', async () => {
    const rig = await rigWith(CUT)
    await rig.spool.accept(arrival(LABEL))
    await rig.reach('1 unknown')
    expect([counts(rig), await listed(rig)]).toEqual([{ unknown: 1, failed: 0, look: 1 }, [[], [], [1]]])
    await rig.spool.actions.didNotComeOut('1')
    await rig.reach('1 failed', '2 sent_to_printer')
    expect([counts(rig), await listed(rig)]).toEqual([NOBODY, [[], [], []]])
    expect(await rig.job(1)).toMatchObject({ state: 'failed', reprintedAs: '1.1' })
  })

  test('counts no more when its reprint is in doubt, which counts itself', async () => {
    const rig = await rigWith(CUT, CUT)
    await rig.spool.accept(arrival(LABEL))
    await rig.reach('1 unknown')
    await rig.spool.actions.didNotComeOut('1')
    await rig.reach('2 unknown')
    expect([counts(rig), await listed(rig)]).toEqual([{ unknown: 1, failed: 0, look: 2 }, [[], [], [2]]])
    await rig.spool.actions.reprint('1', 2)
    await rig.reach('3 sent_to_printer')
    expect([counts(rig), await listed(rig)]).toEqual([NOBODY, [[], [], []]])
    expect((await rig.job(1))?.reprintedAs).toBe('1.2')
  })

  test('is over after a restart, too', async () => {
    const rig = await rigWith(CUT)
    await rig.spool.accept(arrival(LABEL))
    await rig.reach('1 unknown')
    await rig.spool.actions.didNotComeOut('1')
    await rig.reach('2 sent_to_printer')
    await rig.spool.stop()
    const after = newRig({ disk: rig.disk })
    await after.spool.start()
    expect(counts(after)).toEqual(NOBODY)
  })
})
