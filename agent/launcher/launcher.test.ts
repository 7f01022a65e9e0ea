// The launcher with stepped time and an agent that does what a test says: exchanged, proved, gone back from, over crashes.
import { describe, expect, test } from 'vitest'
import { EXIT } from '../cli/exit-codes.ts'
import { crashAndWait, LauncherRig, running, updated } from './launcher-rig.ts'
import { firstState, withInstalled, type LauncherState } from './launcher-state.ts'

const MINUTE_MS = 60_000

describe('An agent', () => {
  test('that crashes is started again, at once and then with longer and longer pauses', () => {
    const rig = running()
    const pauses = [1, 2, 3, 4].map(() => {
      rig.endsWith(null)
      const pause = rig.clock.nextInMs() ?? 0
      rig.clock.stepMs(pause)
      rig.says('ready')
      return pause
    })
    expect(pauses).toEqual([50, 250, 1_000, 2_000])
    rig.clock.stepMs(MINUTE_MS)
    rig.endsWith(75)
    expect(rig.clock.nextInMs()).toBe(50)
    expect(rig.ended).toEqual([])
  })

  test('that somebody stops ends the launcher too', () => {
    const rig = running()
    rig.endsWith(0)
    expect(rig.ended).toEqual([0])
  })

  test('that ends before it was ready is started again, whatever it says', () => {
    const rig = new LauncherRig(['1.0.0'])
    rig.endsWith(0)
    rig.clock.stepMs(50)
    expect([rig.starts, rig.ended]).toEqual([['1.0.0', '1.0.0'], []])
  })

  test('that a signal from outside ends is started again', () => {
    const rig = running()
    rig.endsWith(EXIT.signalled)
    rig.clock.stepMs(50)
    expect([rig.starts, rig.ended]).toEqual([['1.0.0', '1.0.0'], []])
  })

  test('is stopped with the launcher, and killed when it does not stop', () => {
    const rig = running()
    rig.launcher.stop()
    rig.clock.stepMs(5_000)
    expect(rig.told).toEqual(['stop', 'kill'])
    rig.endsWith(null)
    expect(rig.ended).toEqual([0])
  })

  test('that is never ready is started again', () => {
    const rig = new LauncherRig(['1.0.0'])
    rig.clock.stepMs(5 * MINUTE_MS + 5_000)
    expect(rig.told).toEqual(['stop', 'kill'])
    rig.endsWith(null)
    rig.clock.stepMs(50)
    expect(rig.starts).toEqual(['1.0.0', '1.0.0'])
  })
})

describe('A new version', () => {
  test('takes over once the old one has finished, and stays once it was online', () => {
    const rig = running()
    rig.child.onNews({ kind: 'switch', version: '1.1.0' })
    expect([rig.told, rig.starts]).toEqual([['finish'], ['1.0.0']])
    rig.endsWith(0)
    expect(rig.disk).toMatchObject({ current: '1.0.0', proving: { version: '1.1.0', starts: 1 } })
    rig.says('ready')
    rig.says('online')
    expect(rig.disk).toMatchObject({ current: '1.1.0', previous: '1.0.0', proving: null, failures: [] })
    rig.clock.stepMs(60 * MINUTE_MS)
    expect(rig.starts).toEqual(['1.0.0', '1.1.0'])
  })

  test('waits while a label is being sent', () => {
    const rig = running()
    rig.child.onNews({ kind: 'switch', version: '1.1.0' })
    rig.says('busy')
    rig.endsWith(0)
    expect([rig.starts, rig.ended]).toEqual([['1.0.0'], [0]])
  })

  test('is not waited for when the old one never finishes', () => {
    const rig = running()
    rig.child.onNews({ kind: 'switch', version: '1.1.0' })
    rig.clock.stepMs(125_000)
    rig.endsWith(null)
    rig.clock.stepMs(50)
    expect(rig.starts).toEqual(['1.0.0', '1.0.0'])
  })

  test('is not waited for when the old one hangs, which is ended and started again', () => {
    const rig = running()
    rig.child.onNews({ kind: 'switch', version: '1.1.0' })
    rig.clock.stepMs(125_000 + MINUTE_MS + 5_000)
    expect(rig.told).toEqual(['finish', 'stop', 'kill'])
    rig.endsWith(null)
    rig.clock.stepMs(50)
    expect(rig.starts).toEqual(['1.0.0', '1.0.0'])
  })

  test('lets an old one go on that says late that it is busy', () => {
    const rig = running()
    rig.child.onNews({ kind: 'switch', version: '1.1.0' })
    rig.clock.stepMs(125_000 + MINUTE_MS - 1)
    rig.says('busy')
    rig.clock.stepMs(60 * MINUTE_MS)
    expect([rig.told, rig.starts]).toEqual([['finish'], ['1.0.0']])
  })

  test('is not begun by an old one that finishes too late, which is started again', () => {
    const rig = running()
    rig.child.onNews({ kind: 'switch', version: '1.1.0' })
    rig.clock.stepMs(125_000)
    rig.endsWith(0)
    rig.clock.stepMs(50)
    expect([rig.starts, rig.ended]).toEqual([['1.0.0', '1.0.0'], []])
  })

  test('that is nowhere is not begun', () => {
    const rig = running(['1.0.0'])
    rig.child.onNews({ kind: 'switch', version: '1.1.0' })
    expect(rig.told).toEqual(['no_files'])
  })

  test('is not begun from one on trial', () => {
    const rig = running()
    rig.switchesTo('1.1.0')
    rig.child.onNews({ kind: 'switch', version: '1.2.0' })
    expect(rig.told).toEqual(['on_trial'])
  })

  test.each([
    ['crashes', (rig: LauncherRig) => [1, 2, 3].forEach(() => crashAndWait(rig)), 'not_started'],
    [
      'ends at once, and says well',
      (rig: LauncherRig) => [1, 2, 3].forEach(() => crashAndWait(rig, 0)),
      'not_started',
    ],
    ['hangs before it is ready', hangs(MINUTE_MS), 'not_started'],
    [
      'never reaches the hub',
      (rig: LauncherRig) => {
        rig.says('ready')
        hangs(5 * MINUTE_MS, 'finish')(rig)
      },
      'not_online',
    ],
    ['loses its files', loses, 'not_started'],
    [
      'kills its computer at every start',
      (rig: LauncherRig) => [1, 2, 3].forEach(() => rig.launcherDies()),
      'not_started',
    ],
  ])('that %s is left for the old one', (_what, happens, code) => {
    const rig = running()
    rig.switchesTo('1.1.0')
    happens(rig)
    rig.clock.stepMs(50)
    expect(rig.starts.at(-1)).toBe('1.0.0')
    expect(rig.disk).toMatchObject({ current: '1.0.0', proving: null })
    expect(rig.disk.failures).toMatchObject([{ version: '1.1.0', code, times: 1 }])
    expect(rig.ended).toEqual([])
  })

  test('is on trial for no longer when the launcher is killed meanwhile', () => {
    const rig = running()
    rig.switchesTo('1.1.0')
    rig.launcherDies()
    expect(rig.disk.proving).toEqual({ version: '1.1.0', starts: 2 })
    rig.says('ready')
    hangs(5 * MINUTE_MS, 'finish')(rig)
    rig.clock.stepMs(50)
    expect(rig.starts).toEqual(['1.0.0', '1.1.0', '1.1.0', '1.0.0'])
  })

  test('that never reaches the hub may send its label to the end, and ends all the same', () => {
    const rig = running()
    rig.switchesTo('1.1.0')
    rig.says('ready')
    rig.clock.stepMs(5 * MINUTE_MS)
    rig.says('busy')
    rig.clock.stepMs(5_000)
    expect(rig.told).toEqual(['finish', 'stop', 'kill'])
    rig.endsWith(null)
    rig.clock.stepMs(50)
    expect(rig.starts.at(-1)).toBe('1.0.0')
  })

  test('that failed may be tried again, and is then forgiven', () => {
    const rig = running()
    rig.switchesTo('1.1.0')
    ;[1, 2, 3].forEach(() => crashAndWait(rig))
    rig.switchesTo('1.1.0')
    ;[1, 2, 3].forEach(() => crashAndWait(rig))
    expect(rig.disk.failures).toMatchObject([{ version: '1.1.0', times: 2 }])
    rig.switchesTo('1.1.0')
    rig.says('online')
    expect(rig.disk).toMatchObject({ current: '1.1.0', previous: '1.0.0', failures: [] })
  })
})

describe('Going back', () => {
  test('is done when a person says so', () => {
    const rig = updated()
    rig.child.onNews({ kind: 'back', code: 'left' })
    rig.endsWith(0)
    expect(rig.starts.at(-1)).toBe('1.0.0')
    expect(rig.disk).toMatchObject({ current: '1.0.0', previous: null })
    expect(rig.disk.failures).toMatchObject([{ version: '1.1.0', code: 'left' }])
  })

  test('is possible from a version on trial', () => {
    const rig = running()
    rig.switchesTo('1.1.0')
    rig.child.onNews({ kind: 'back', code: 'left' })
    rig.endsWith(0)
    expect(rig.starts.at(-1)).toBe('1.0.0')
  })

  test('is not done where there is no version before', () => {
    const rig = running()
    rig.child.onNews({ kind: 'back', code: 'left' })
    expect(rig.told).toEqual(['nothing_before'])
  })

  test('is done when a version that had proved itself does not start any more', () => {
    const rig = updated()
    rig.clock.stepMs(MINUTE_MS)
    rig.endsWith(null)
    for (let tries = 0; rig.starts.at(-1) === '1.1.0' && tries < 10; tries += 1) {
      rig.clock.stepMs(30_000)
      if (rig.starts.at(-1) === '1.1.0') rig.endsWith(1)
    }
    expect(rig.disk).toMatchObject({
      current: '1.0.0',
      failures: [{ version: '1.1.0', code: 'not_started' }],
    })
  })

  test('ends at what the installer brought when all that was fetched is gone', () => {
    const rig = updated()
    rig.loses('1.1.0')
    rig.disk = { ...rig.disk, previous: null }
    rig.launcherDies()
    expect(rig.starts.at(-1)).toBe('1.0.0')
  })

  test('ends the launcher, so that its service says so, when nothing can be started', () => {
    const rig = running(['1.0.0'])
    rig.loses('1.0.0')
    rig.launcherDies()
    expect(rig.ended).toEqual([1])
  })
})

describe('An installer', () => {
  const state: LauncherState = { ...firstState('1.0.0'), current: '1.1.0', previous: '1.0.0' }

  test('that brings a newer version is followed, without a trial', () => {
    expect(withInstalled(state, '1.2.0')).toMatchObject({
      current: '1.2.0',
      previous: '1.1.0',
      proving: null,
    })
  })

  test('that brings an older one than was fetched changes nothing', () => {
    expect(withInstalled(state, '1.0.5')).toEqual({ ...state, installed: '1.0.5' })
  })
})

function hangs(afterMs: number, told: 'stop' | 'finish' = 'stop'): (rig: LauncherRig) => void {
  return (rig) => {
    rig.clock.stepMs(afterMs)
    expect(rig.told).toEqual([told])
    // Told so, it ends with 0, which is no request to stop.
    rig.endsWith(0)
  }
}

function loses(rig: LauncherRig): void {
  rig.loses('1.1.0')
  rig.endsWith(null)
}
