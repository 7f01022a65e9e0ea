// Agents and hubs of the release before and of this one, as real programs: labels come out, and none twice.
import { beforeAll, describe, expect, test } from 'vitest'
import { ownAgent } from '../kit/own-agent.ts'
import { MixedPharmacy, type Mixture } from './mixed-pharmacy.ts'
import { hasPrevious, previousAgent } from './previous-tree.ts'

const LABELS_MS = 2_500
const GOOD = { isSettled: true, lost: [], doubled: [], overtaking: [], contradictions: [], unknown: 0 }

// Without the history of the repository there is no release before.
describe.skipIf(!hasPrevious())('With the release before', () => {
  let agent: Awaited<ReturnType<typeof ownAgent>>
  beforeAll(async () => {
    previousAgent()
    agent = await ownAgent()
    return () => agent.remove()
  })

  test.each<Pick<Mixture, 'hub' | 'printer' | 'client'>>([
    { hub: 'this', printer: 'before', client: 'this' },
    { hub: 'before', printer: 'this', client: 'this' },
  ])('as %o every label comes out once', async (releases) => {
    const pharmacy = await MixedPharmacy.open({ index: 40, file: agent.file, ...releases })
    await pharmacy.labels(LABELS_MS)
    const account = await pharmacy.account()
    expect(account).toMatchObject(GOOD)
    expect(account.overLan + account.overHub).toBeGreaterThan(0)
    expect(account.printed).toBe(account.accepted)
  })

  // A10 of security-and-reliability 3.3
  test('an agent that is exchanged under load, and taken back, loses nothing', async () => {
    const releases = { hub: 'this', printer: 'before', client: 'before' } as const
    const pharmacy = await MixedPharmacy.open({ index: 42, file: agent.file, ...releases })
    const labels = pharmacy.labels(4 * LABELS_MS)
    await pharmacy.exchange('printer', 'this')
    await pharmacy.exchange('client', 'this')
    await pharmacy.exchange('printer', 'before')
    await labels
    const { lost, doubled, overtaking, contradictions, isSettled } = await pharmacy.account()
    expect({ lost, doubled, overtaking, contradictions, isSettled }).toEqual({
      lost: [],
      doubled: [],
      overtaking: [],
      contradictions: [],
      isSettled: true,
    })
  })
})
