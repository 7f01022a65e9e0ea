// The exchange of a device's key (security-and-reliability 2.6, N13): told, taken, gone over to; whole after a kill.
import { X509Certificate } from 'node:crypto'
import { copyFileSync, existsSync, readdirSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { silentLogger } from '@pharmacy-relay/shared/logger.ts'
import { SteppedClock } from '@pharmacy-relay/shared/test/stepped-clock.ts'
import { until } from '@pharmacy-relay/shared/test/until.ts'
import { describe, expect, test } from 'vitest'
import { temporaryFolder } from '../../test/temporary-folder.ts'
import { isEndorsed } from '../link/peers/endorsed.ts'
import { openAgentKeys } from './agent-keys.ts'
import { KeyRotation, SETTLE_MS } from './key-rotation.ts'
import { ranFor } from './test-kill.ts'

const INSTALL_ID = '5f6c8a52-3a51-4c9c-8a7e-0d4f6a1f9a11'
const KEPT = ['data.key', 'device.key']
const ROUNDS = 10

interface Rig {
  readonly rotation: KeyRotation
  readonly clock: SteppedClock
  readonly changes: () => number
}

/** As the agent opens it at each of its starts. */
async function open(dataFolder: string): Promise<Rig> {
  const clock = new SteppedClock()
  const parts = { dataFolder, logger: silentLogger }
  const keys = await openAgentKeys({ ...parts, installId: INSTALL_ID, nowMs: Date.UTC(2026, 10, 20) })
  let changes = 0
  const installId = (): string => INSTALL_ID
  const rotation = new KeyRotation({ ...parts, installId, keys, clock, onChange: () => (changes += 1) })
  return { rotation, clock, changes: () => changes }
}

/** The hub's document names the successor, and its time goes by. */
async function goOver({ rotation, clock }: Rig): Promise<void> {
  const successor = rotation.status().successor
  if (successor === null) throw new Error('no exchange is under way')
  rotation.heard({ successorFingerprint: successor.fingerprint })
  clock.stepMs(SETTLE_MS)
  await until('the new key is used', () => rotation.identity().fingerprint === successor.fingerprint)
}

describe('N13: an exchange', () => {
  test('is told with the old key’s word, and gone over to only after the hub named it and a minute passed', async () => {
    const folder = temporaryFolder()
    const rig = await open(folder)
    const { rotation, clock } = rig
    const old = rotation.identity()
    expect(rotation.reported()).toEqual({ certificate: old.pem })
    const { successor } = await rotation.rotate()
    const told = rotation.reported()
    expect(told.certificate).toBe(old.pem)
    expect(told.successor?.endorsement).toMatchObject({
      previousFingerprint: old.fingerprint,
      fingerprint: successor?.fingerprint,
    })
    expect(told.successor !== undefined && isEndorsed(told.successor.endorsement)).toBe(true)
    expect(rotation.reported()).toBe(told)
    clock.stepMs(SETTLE_MS * 10)
    rotation.heard({})
    rotation.heard({ successorFingerprint: 'a'.repeat(64) })
    clock.stepMs(SETTLE_MS * 10)
    expect(rotation.identity()).toBe(old)
    rotation.heard({ successorFingerprint: successor?.fingerprint })
    expect(rotation.status().successor?.state).toBe('known')
    clock.stepMs(SETTLE_MS - 1)
    expect(rotation.identity()).toBe(old)
    clock.stepMs(1)
    await until('the new key is used', () => rotation.identity() !== old)
    expect(rotation.status()).toEqual({ fingerprint: successor?.fingerprint, successor: null })
    expect(rotation.reported()).toEqual({ certificate: told.successor?.certificate })
    expect(readdirSync(folder).sort()).toEqual(KEPT)
    expect((await open(folder)).rotation.identity().fingerprint).toBe(successor?.fingerprint)
    expect(rig.changes()).toBe(2)
  })

  test('that the hub takes back before the minute is over waits again', async () => {
    const { rotation, clock } = await open(temporaryFolder())
    const old = rotation.identity()
    const { successor } = await rotation.rotate()
    rotation.heard({ successorFingerprint: successor?.fingerprint })
    clock.stepMs(SETTLE_MS - 1)
    rotation.heard({})
    clock.stepMs(SETTLE_MS)
    expect(rotation.identity()).toBe(old)
    expect(rotation.status().successor?.state).toBe('waiting')
  })

  test('begins once, however often it is asked for, also after a restart', async () => {
    const folder = temporaryFolder()
    const { rotation } = await open(folder)
    const all = await Promise.all([rotation.rotate(), rotation.rotate(), rotation.rotate()])
    expect(new Set(all.map(({ successor }) => successor?.fingerprint)).size).toBe(1)
    const again = await open(folder)
    expect((await again.rotation.rotate()).successor).toEqual(all[0]?.successor)
    await goOver(again)
    expect(again.rotation.identity().fingerprint).toBe(all[0]?.successor?.fingerprint)
  })

  test('while a link is being opened gives each link one whole identity', async () => {
    const rig = await open(temporaryFolder())
    await rig.rotation.rotate()
    const before = rig.rotation.identity()
    await goOver(rig)
    const after = rig.rotation.identity()
    for (const { pem, privateKey } of [before, after])
      expect(new X509Certificate(pem).checkPrivateKey(privateKey)).toBe(true)
    expect(before.fingerprint).not.toBe(after.fingerprint)
  })
})

describe('what a crash leaves behind', () => {
  test('a successor that took its place already is a copy, and goes', async () => {
    const folder = temporaryFolder()
    const rig = await open(folder)
    await rig.rotation.rotate()
    const copy = path.join(temporaryFolder(), 'copy')
    copyFileSync(path.join(folder, 'device-next.key'), copy)
    await goOver(rig)
    copyFileSync(copy, path.join(folder, 'device-next.key'))
    const { rotation } = await open(folder)
    expect(rotation.status()).toEqual({ fingerprint: rig.rotation.identity().fingerprint, successor: null })
    expect(readdirSync(folder).sort()).toEqual(KEPT)
  })

  test('a successor that is damaged is given up; the present key goes on', async () => {
    const folder = temporaryFolder()
    const { rotation } = await open(folder)
    await rotation.rotate()
    writeFileSync(path.join(folder, 'device-next.key'), 'half')
    const again = await open(folder)
    expect(again.rotation.status()).toEqual({ fingerprint: rotation.identity().fingerprint, successor: null })
    expect(readdirSync(folder).sort()).toEqual(KEPT)
  })

  test('of kills at any moment is the old key or the new one, and one of those that peers were told', async () => {
    const wholeMs = await ranFor(exchangeOf(temporaryFolder()), 60_000)
    const found = new Set<string>()
    let limitMs = 0
    for (let round = 0; round < ROUNDS || (found.size < 2 && round < 3 * ROUNDS); round += 1) {
      // A computer that is busier or less busy than at first makes all of them come too early or too late.
      if (round < ROUNDS) limitMs = (wholeMs * round) / (ROUNDS - 3)
      else limitMs *= found.has('before') ? 1.3 : 0.7
      const folder = temporaryFolder()
      const old = (await open(folder)).rotation.identity().fingerprint
      await ranFor(exchangeOf(folder), limitMs)
      const { rotation } = await open(folder)
      const { fingerprint, successor } = rotation.status()
      const { pem, privateKey } = rotation.identity()
      expect(new X509Certificate(pem).checkPrivateKey(privateKey)).toBe(true)
      found.add(fingerprint !== old ? 'over' : successor === null ? 'before' : 'under way')
      if (fingerprint === old) await rotation.rotate()
      expect(existsSync(path.join(folder, 'device-next.key'))).toBe(fingerprint === old)
    }
    // Kills that all came at the same point would prove little.
    expect(found.size, [...found].join(' ')).toBeGreaterThan(1)
  })
})

/** A process that exchanges the key of a folder without waiting, again and again. */
function exchangeOf(dataFolder: string): string {
  const at = (file: string): string => JSON.stringify(new URL(file, import.meta.url).href)
  return `const { openAgentKeys } = await import(${at('agent-keys.ts')})
    const { KeyRotation } = await import(${at('key-rotation.ts')})
    const { silentLogger: logger } = await import(${at('../../../shared/logger.ts')})
    const parts = { dataFolder: ${JSON.stringify(dataFolder)}, installId: '${INSTALL_ID}', logger }
    const keys = await openAgentKeys({ ...parts, nowMs: 0 })
    const clock = { wallMs: () => 0, monotonicMs: () => 0, after: (_ms, run) => (setImmediate(run), () => {}) }
    const over = Promise.withResolvers()
    const onChange = () => rotation.status().successor === null && over.resolve()
    const rotation = new KeyRotation({ ...parts, installId: () => parts.installId, keys, clock, onChange })
    process.stdout.write('now')
    const { successor } = await rotation.rotate()
    rotation.heard({ successorFingerprint: successor.fingerprint })
    await over.promise`
}
