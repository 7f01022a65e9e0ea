// What the launcher reads from the disk: versions by their folders, its state whole or not at all, versions in order.
import { spawn } from 'node:child_process'
import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { describe, expect, test } from 'vitest'
import { temporaryFolder } from '../test/temporary-folder.ts'
import { folderOf, runnableFolder, stateFile, versionIn } from './layout.ts'
import { begun, firstState, readState, started } from './launcher-state.ts'
import { launcherLimits } from './limits.ts'
import { loadState, saveState } from './state-file.ts'
import { compareVersions } from './version-order.ts'

function versionFolder(folder: string, version: string): string {
  mkdirSync(folder, { recursive: true })
  writeFileSync(path.join(folder, 'agent.mjs'), '')
  writeFileSync(path.join(folder, 'release.json'), JSON.stringify({ version }))
  return folder
}

describe('A version', () => {
  test('is started from where it was fetched to, or from where it was installed', () => {
    const [dataFolder, installFolder] = [temporaryFolder(), temporaryFolder()]
    versionFolder(installFolder, '1.0.0')
    const fetched = versionFolder(folderOf(dataFolder, '1.1.0'), '1.1.0')
    const places = { dataFolder, installFolder }
    expect(runnableFolder(places, '1.0.0')).toBe(installFolder)
    expect(runnableFolder(places, '1.1.0')).toBe(fetched)
    expect(runnableFolder(places, '1.2.0')).toBeNull()
  })

  test('is none without its program, with another name, or without a name', () => {
    const folder = temporaryFolder()
    writeFileSync(path.join(folder, 'release.json'), '{"version":"1.0.0"}')
    expect(versionIn(folder)).toBeNull()
    expect(versionIn(versionFolder(temporaryFolder(), '../../etc'))).toBeNull()
    const dataFolder = temporaryFolder()
    versionFolder(folderOf(dataFolder, '1.1.0'), '1.0.9')
    expect(runnableFolder({ dataFolder, installFolder: temporaryFolder() }, '1.1.0')).toBeNull()
  })

  test.each(['..', '../../etc', '1.0.0/..', '1.0', ''])('is never looked for under the name %j', (name) => {
    expect(() => folderOf('/data', name)).toThrow('is no version')
  })
})

describe('The state', () => {
  test('is read as it was kept', () => {
    const file = stateFile(temporaryFolder())
    const state = started(begun(firstState('1.0.0'), '1.1.0'))
    saveState(file, state)
    expect(loadState(file)).toEqual(state)
  })

  test('that cannot be read at first is waited for, and not for ever', () => {
    const file = stateFile(temporaryFolder())
    saveState(`${file}.whole`, firstState('1.0.0'))
    // It leads to itself: there, and not to be read. What takes its place does so in one step.
    symlinkSync(file, file)
    expect(loadState(file, 50)).toBeNull()
    spawn('sh', ['-c', 'sleep 0.1; exec mv -T "$0.whole" "$0"', file])
    expect(loadState(file, 30_000)).toEqual(firstState('1.0.0'))
  })

  test.each(['', '{', 'null', '[]', '{"current":"../../etc","installed":"1.0.0"}', '{"current":1}'])(
    'of %j is none',
    (text) => expect(readState(text)).toBeNull(),
  )

  test('of a newer launcher is read as far as it is known', () => {
    const text = JSON.stringify({ ...firstState('1.0.0'), more: 1, failures: [{ version: 'x' }], proving: 7 })
    expect(readState(text)).toEqual(firstState('1.0.0'))
  })
})

test('Versions rise as Semantic Versioning says', () => {
  const rising = [
    '0.9.9',
    '1.0.0-alpha',
    '1.0.0-alpha.1',
    '1.0.0-alpha.beta',
    '1.0.0-beta.2',
    '1.0.0-beta.11',
    '1.0.0',
    '1.0.1',
    '1.2.0',
    '1.10.0',
    '2.0.0',
  ]
  for (const [index, one] of rising.entries())
    for (const [against, other] of rising.entries())
      expect([one, other, Math.sign(compareVersions(one, other))]).toEqual([
        one,
        other,
        Math.sign(index - against),
      ])
})

test('Limits are whole seconds, and a wrong one is named', () => {
  expect(launcherLimits({})).toEqual({ readyMs: 60_000, provingMs: 300_000, finishMs: 120_000 })
  expect(launcherLimits({ Launcher__ProvingSeconds: '7' }).provingMs).toBe(7_000)
  expect(() => launcherLimits({ Launcher__ReadySeconds: 'soon' })).toThrow('Launcher__ReadySeconds must be')
})
