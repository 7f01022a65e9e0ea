// Updates on a real disk that is full, or fills up meanwhile: nothing of the new version stays, the reason is told, and once
// there is room the same update comes by itself.
import { randomBytes } from 'node:crypto'
import { writeFileSync } from 'node:fs'
import path from 'node:path'
import { SteppedClock } from '@pharmacy-relay/shared/test/stepped-clock.ts'
import { until } from '@pharmacy-relay/shared/test/until.ts'
import { describe, expect, test } from 'vitest'
import {
  canMount,
  leaveFree,
  resizeDisk,
  smallDisk,
  usedKibibytes,
} from '../../agent/core/spool/store/test/small-disk.ts'
import { temporaryFolder } from '../../agent/test/temporary-folder.ts'
import { agentFolder, PLATFORM } from './test-publisher.ts'
import { isStaged, kept, settled, updatesRig, type UpdatesRig } from './updates-rig.ts'

/** What a disk is called that has room: it takes up no more memory than what lies on it. */
const ROOMY_MIB = 256
const HALF_AN_HOUR_MS = 36 * 60_000

describe.skipIf(!canMount)('A disk that is full', () => {
  test('before anything is fetched: nothing is, and the update comes by itself once there is room', async () => {
    const here = await rigOn(smallDisk(8))
    await here.updates.check()
    await expectNoRoom(here, /MiB are free/)
    expect(here.publisher.asked.filter((asked) => asked.includes('/files/'))).toEqual([])
    await expectItComes(here)
  })

  test.each([0, 4, 100, 1_000, 2_500])(
    'while the files are fetched, of which %i KiB find room',
    async (kibibytes) => {
      const here = await rigOn(smallDisk(ROOMY_MIB))
      onFirstFile(here, () => leaveFree(here.dataFolder, kibibytes))
      const usedBefore = usedKibibytes(here.dataFolder)
      await here.updates.check()
      await expectNoRoom(here, /ENOSPC|MiB are free/)
      // The list of what was seen is the only thing that is new.
      expect(usedKibibytes(here.dataFolder) - usedBefore).toBeLessThanOrEqual(4)
      await expectItComes(here)
    },
  )

  test('while other files are on their way: those are broken off, and keep no room', async () => {
    const here = await rigOn(smallDisk(ROOMY_MIB))
    const usedBefore = usedKibibytes(here.dataFolder)
    let isBrokenOff = false
    here.publisher.onAsked = (asked, response) => {
      if (asked.endsWith(here.sha256Of('lib/5.node'))) leaveFree(here.dataFolder, 64)
      if (!asked.endsWith(here.sha256Of('lib/0.node'))) return false
      // A third of it, and the rest never.
      response.writeHead(200).write(randomBytes(100_000))
      response.once('close', () => (isBrokenOff = true))
      return true
    }
    await here.updates.check()
    await expectNoRoom(here, /ENOSPC|MiB are free/)
    expect(usedKibibytes(here.dataFolder) - usedBefore).toBeLessThanOrEqual(4)
    await until('it is broken off', () => isBrokenOff)
    await expectItComes(here)
  })

  test('when the new version is to be started: the one that runs is not ended for it', async () => {
    const here = await rigOn(smallDisk(ROOMY_MIB))
    here.hub.isOnline = false
    await here.updates.check()
    expect(await settled(here)).toMatchObject({ step: 'waiting' })
    leaveFree(here.dataFolder, 0)
    here.hub.isOnline = true
    here.clock.stepMs(15_000)
    await expectNoRoom(here, /too little is free/)
    await expectItComes(here)
  })
})

interface DiskRig extends UpdatesRig {
  readonly clock: SteppedClock
  readonly sha256Of: (name: string) => string
}

/** 1.1.0 is offered: 12 files of 300 KiB beside those of every version. */
async function rigOn(dataFolder: string): Promise<DiskRig> {
  const clock = new SteppedClock()
  const here = await updatesRig({ dataFolder, clock })
  const folder = agentFolder(temporaryFolder(), '1.1.0')
  for (let n = 0; n < 12; n += 1)
    writeFileSync(path.join(folder, 'lib', `${n}.node`), randomBytes(300 * 1_024))
  const { files } = (await here.publisher.publish(folder)).manifest
  const sha256Of = (name: string): string => files.find((file) => file.path === name)?.sha256 ?? name
  return { ...here, clock, sha256Of }
}

function onFirstFile({ publisher }: DiskRig, run: () => void): void {
  publisher.onAsked = (asked) => {
    if (!asked.includes('/files/')) return false
    publisher.onAsked = () => false
    run()
    return false
  }
}

async function expectNoRoom(here: DiskRig, detail: RegExp): Promise<void> {
  const { step, fault, offered } = await settled(here)
  expect({ step, fault, offered }).toMatchObject({
    step: 'idle',
    fault: { code: 'disk_full', version: '1.1.0', detail: expect.stringMatching(detail) },
    offered: { version: '1.1.0', fetchedBytes: 0 },
  })
  expect(kept(here).filter((name) => name.startsWith('1.1.0'))).toEqual([])
  expect(here.requests).toEqual([])
}

/** Nobody asks for it. */
async function expectItComes(here: DiskRig): Promise<void> {
  resizeDisk(here.dataFolder, ROOMY_MIB * 1_024)
  here.publisher.onAsked = () => false
  here.clock.stepMs(HALF_AN_HOUR_MS)
  await until('the launcher is asked', () => here.requests.length > 0)
  expect(await settled(here)).toMatchObject({ step: 'switching', fault: null })
  expect(here.requests).toEqual([{ kind: 'switch', version: '1.1.0' }])
  expect(isStaged(here, '1.1.0')).toBe(true)
  expect(here.publisher.asked).toContain(`/${PLATFORM}/manifest.json`)
}
