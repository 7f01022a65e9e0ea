// The campaign's account of times without an agent tells causes apart.
import { expect, test } from 'vitest'
import { gapsByCause } from './gap-causes.ts'

test('A time without an agent is put down to the version that did not work, then to a kill, then to the update', () => {
  const gaps = {
    printer: [
      { fromMs: 1_000, toMs: 1_500 },
      { fromMs: 20_000, toMs: 21_000 },
      { fromMs: 40_000, toMs: 40_700 },
    ],
    client: [],
  }
  const found = gapsByCause(gaps, {
    kills: { printer: [{ victim: 'agent', atMs: 19_000 }], client: [] },
    bad: [{ kind: 'crashes', codes: [], fromMs: 500, toMs: 2_000 }],
  })
  expect(found).toEqual({ update: [700], kill: [1_000], 'bad version': [500] })
})
