// The pieces of the hub's benchmark: each crowd connects and is pushed to, access ends, and agents come back to another hub.
import { expect, onTestFinished, test } from 'vitest'
import { mosquittoCrowd, natsCrowd } from './brokers.ts'
import { comebackFigures, plainComebackFigures } from './comeback.ts'
import { memoryFigures, pushFigures, revocationFigures } from './crowd-figures.ts'
import { hubCrowd, socketIoCrowd, wsCrowd, type Crowd } from './crowd.ts'

const COUNTS = { warmUp: 2, devices: 4, settleMs: 0, pushes: 3, revocations: 2 }

async function started(crowd: Promise<Crowd | string>): Promise<Crowd | null> {
  const one = await crowd
  if (typeof one === 'string') return null
  onTestFinished(async () => one.stop())
  return one
}

test.for([
  ['ws', wsCrowd],
  ['socket.io', socketIoCrowd],
  ['mosquitto', mosquittoCrowd],
  ['nats-server', natsCrowd],
] as const)('clients of %s get what is sent to them', async ([, start], { skip }) => {
  const crowd = await started(start())
  if (crowd === null) return skip('not installed')
  await crowd.connect(0, COUNTS.warmUp + COUNTS.devices)
  expect(await pushFigures(crowd, COUNTS)).toMatchObject({ runs: 3 })
})

test('devices of our hub apply what is pushed; a revoked one is closed', async () => {
  const crowd = await hubCrowd(6)
  onTestFinished(async () => crowd.stop())
  const steps: string[] = []
  const memory = await memoryFigures(crowd, COUNTS, (text) => steps.push(text))
  expect(memory).toEqual({ eachKb: expect.any(Number), wholeKb: expect.any(Number) })
  expect(steps).toEqual(['  2 connected', '  6 connected'])
  expect(await pushFigures(crowd, COUNTS)).toMatchObject({ runs: 3 })
  if (crowd.revoke === null) throw new Error('our hub ends access')
  expect(await revocationFigures(crowd.revoke, COUNTS)).toMatchObject({ runs: 2 })
})

test('agents come back after their hub was killed', async () => {
  const random = (): number => 0.05
  const back = await comebackFigures({ count: 2, quietMs: 0, random }, () => undefined)
  expect(back).toMatchObject({ figures: { runs: 2 }, missing: 0 })
})

test("socket.io's own clients come back too", async () => {
  expect(await plainComebackFigures({ count: 1, quietMs: 0 })).toMatchObject({ missing: 0 })
})
