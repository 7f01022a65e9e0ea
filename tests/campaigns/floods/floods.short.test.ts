// Every flood once, small: who belongs to the platform gets through.
import { afterAll, beforeAll, expect, test } from 'vitest'
import { FLOODS, type FloodName } from './floods.ts'
import { startFloodPlace, type FloodPlace } from './place.ts'
import { reportText } from './report.ts'

const SIZES = { seconds: 2, addresses: 50, idle: 300, sessions: 6, devices: 5 }
let place: FloodPlace
beforeAll(async () => {
  place = await startFloodPlace(() => undefined)
})
afterAll(async () => {
  for (const device of place.pair) device.stop()
  await place.stop()
})

test.each(Object.keys(FLOODS) as FloodName[])('a flood of %s keeps nobody out', async (name) => {
  const result = await FLOODS[name](place, SIZES)
  expect(result.isGood, reportText([result])).toBe(true)
})
