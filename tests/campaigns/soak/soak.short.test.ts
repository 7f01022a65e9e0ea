// The soak with few pharmacies for some seconds: everything runs, everything is sampled, and nothing is lost.
import { mkdtempSync, rmSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { expect, test } from 'vitest'
import { judged } from './judge.ts'
import { readRecord } from './record.ts'
import { runSoak } from './run-soak.ts'

const PHARMACIES = 100

test('100 pharmacies go on for 20 s, and what was written down is judged', async () => {
  const folder = mkdtempSync(path.join(os.tmpdir(), 'relay-soak-report-'))
  try {
    const file = path.join(folder, 'soak.json')
    const plan = {
      forMs: 20_000,
      warmUpMs: 0,
      pharmacies: PHARMACIES,
      eachMs: 5_000,
      file,
      lan: null,
      say: () => undefined,
    }
    await runSoak({ ...plan, stop: new AbortController().signal })
    const record = readRecord(file)
    const last = record.samples.at(-1)
    expect(record.samples.length).toBeGreaterThan(2)
    expect(last?.load).toMatchObject({ devicesOnline: 2 * PHARMACIES, panelFailures: 0, refused: {} })
    const names = Object.entries(last?.programs ?? {}).flatMap(([name, { heapBytes }]) =>
      heapBytes === null ? [] : [name],
    )
    expect(names.length, names.join(', ')).toBe(12)
    expect(last?.load.done['prescriptions']).toBeGreaterThan(0)
    const { lines } = judged(record, { isShortJudged: false })
    // What a start makes once is no growth of a long run.
    expect(lines.filter(({ what, isGood }) => isGood === false && what !== 'rows')).toEqual([])
    expect(record.labels).toMatchObject({ isSettled: true, findings: [] })
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}, 600_000)
