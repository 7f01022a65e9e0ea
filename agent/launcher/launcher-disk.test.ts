// The launcher on a disk that is full, with stepped time: nothing is ended for nothing, and what happened is kept later.
import { describe, expect, test } from 'vitest'
import { crashAndWait, running, updated } from './launcher-rig.ts'

const MINUTE_MS = 60_000

describe('A new version', () => {
  test('is not begun when the disk is full: the old one is not ended for it', () => {
    const rig = running()
    rig.isDiskFull = true
    rig.child.onNews({ kind: 'switch', version: '1.1.0' })
    expect([rig.told, rig.starts]).toEqual([['not_kept'], ['1.0.0']])
    rig.isDiskFull = false
    rig.switchesTo('1.1.0')
    expect(rig.starts).toEqual(['1.0.0', '1.1.0'])
  })

  test('is not begun when the disk fills up while the old one finishes, which goes on', () => {
    const rig = running()
    rig.child.onNews({ kind: 'switch', version: '1.1.0' })
    rig.isDiskFull = true
    rig.endsWith(0)
    expect([rig.starts, rig.disk.proving]).toEqual([['1.0.0', '1.0.0'], null])
  })

  test('that has proved itself while the disk was full is kept once there is room', () => {
    const rig = running()
    rig.switchesTo('1.1.0')
    rig.isDiskFull = true
    rig.says('ready')
    rig.says('online')
    rig.clock.stepMs(60 * MINUTE_MS)
    expect([rig.starts, rig.disk.proving?.version]).toEqual([['1.0.0', '1.1.0'], '1.1.0'])
    rig.isDiskFull = false
    rig.clock.stepMs(MINUTE_MS)
    expect(rig.disk).toMatchObject({ current: '1.1.0', previous: '1.0.0', proving: null })
    rig.switchesTo('1.2.0')
    expect(rig.starts.at(-1)).toBe('1.2.0')
  })

  test('is left for the old one also when the disk fills up meanwhile', () => {
    const rig = running()
    rig.switchesTo('1.1.0')
    rig.isDiskFull = true
    ;[1, 2, 3].forEach(() => crashAndWait(rig))
    expect(rig.starts.at(-1)).toBe('1.0.0')
  })
})

describe('Going back', () => {
  test('is done on a full disk, and kept once there is room', () => {
    const rig = updated()
    rig.isDiskFull = true
    rig.child.onNews({ kind: 'back', code: 'left' })
    rig.endsWith(0)
    expect([rig.starts.at(-1), rig.disk.current]).toEqual(['1.0.0', '1.1.0'])
    rig.clock.stepMs(MINUTE_MS)
    rig.isDiskFull = false
    rig.clock.stepMs(MINUTE_MS)
    expect(rig.disk).toMatchObject({ current: '1.0.0', previous: null, failures: [{ code: 'left' }] })
  })
})
