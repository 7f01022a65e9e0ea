// Updates from a publisher's folder over a real web server: signed, whole, newer, or the version that runs goes on.
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { randomBytes } from 'node:crypto'
import type { ServerResponse } from 'node:http'
import path from 'node:path'
import { SteppedClock } from '@pharmacy-relay/shared/test/stepped-clock.ts'
import { until } from '@pharmacy-relay/shared/test/until.ts'
import { describe, expect, onTestFinished, test } from 'vitest'
import { temporaryFolder } from '../../agent/test/temporary-folder.ts'
import { stageVersion } from '../../agent/core/updates/staging.ts'
import { folderOf } from '../../agent/launcher/layout.ts'
import { firstState, proved, begun, type LauncherState } from '../../agent/launcher/launcher-state.ts'
import { agentFolder, PLATFORM, startPublisher, type TestPublisher } from './test-publisher.ts'
import { isStaged, offer, settled, updatesRig, type UpdatesRig } from './updates-rig.ts'

const manifestOf = ({ publisher }: UpdatesRig): string =>
  path.join(publisher.folder, PLATFORM, 'manifest.json')

describe('A newer version', () => {
  test('is fetched, whole, and the launcher is asked for it', async () => {
    const here = await updatesRig()
    const { manifest } = await offer(here, '1.1.0')
    expect((await here.updates.check()).offered).toMatchObject({ version: '1.1.0', isForThisComputer: true })
    expect(await settled(here)).toMatchObject({ step: 'switching', fault: null })
    expect(here.requests).toEqual([{ kind: 'switch', version: '1.1.0' }])
    for (const { path: name, bytes } of manifest.files)
      expect(readFileSync(path.join(folderOf(here.dataFolder, '1.1.0'), name)).length).toBe(bytes)
    // What the running version has already is not fetched.
    const same = manifest.files.find((file) => file.path === 'lib/same.mjs')
    expect(here.publisher.asked).not.toContain(`/${PLATFORM}/files/${same?.sha256}`)
  })

  test('waits while the hub is away', async () => {
    const here = await updatesRig()
    here.hub.isOnline = false
    await offer(here, '1.1.0')
    await here.updates.check()
    expect(await settled(here)).toMatchObject({ step: 'waiting' })
    expect(here.requests).toEqual([])
  })

  test('may be signed with ECDSA P-256', async () => {
    const publisher = await startPublisher(temporaryFolder(), 'ec')
    onTestFinished(() => publisher.stop())
    const here = await updatesRig({ key: publisher.publicKey })
    await publisher.publish(agentFolder(temporaryFolder(), '1.1.0'), { to: here.publisher.folder })
    await here.updates.check()
    expect(await settled(here)).toMatchObject({ step: 'switching', fault: null })
  })

  test('is not for a computer whose turn it is not', async () => {
    const here = await updatesRig()
    await offer(here, '1.1.0', { rolloutPercent: 0 })
    expect((await here.updates.check()).offered).toMatchObject({
      isForThisComputer: false,
      rolloutPercent: 0,
    })
    expect(here.requests).toEqual([])
  })
})

describe('U07: unsigned is', () => {
  async function refused(here: UpdatesRig, code: string): Promise<void> {
    await here.updates.check()
    expect((await settled(here)).fault).toMatchObject({ code })
    expect(here.requests).toEqual([])
    expect(existsSync(folderOf(here.dataFolder, '1.1.0'))).toBe(false)
    expect(here.publisher.asked.some((asked) => asked.includes('/files/'))).toBe(false)
  }

  test('what was changed by one letter', async () => {
    const here = await updatesRig()
    await offer(here, '1.1.0')
    writeFileSync(
      manifestOf(here),
      readFileSync(manifestOf(here), 'utf8').replace('"serial": 1', '"serial": 2'),
    )
    await refused(here, 'unsigned')
  })

  test('what another key signed', async () => {
    const here = await updatesRig({ key: (await startedOther()).publicKey })
    await offer(here, '1.1.0')
    await refused(here, 'unsigned')
  })

  test.each(['', 'not Base64', 'AAAA', randomBytes(64).toString('base64')])(
    'what has %j for a signature',
    async (text) => {
      const here = await updatesRig()
      await offer(here, '1.1.0')
      writeFileSync(`${manifestOf(here)}.sig`, text)
      await refused(here, 'unsigned')
    },
  )

  test('nothing at all: there is no signature to read', async () => {
    const here = await updatesRig()
    await refused(here, 'unreachable')
  })

  async function startedOther(): Promise<TestPublisher> {
    const other = await startPublisher(temporaryFolder())
    onTestFinished(() => other.stop())
    return other
  }
})

describe('U08: refused is', () => {
  test('an older version', async () => {
    const here = await updatesRig()
    await offer(here, '0.9.0')
    expect((await here.updates.check()).fault).toMatchObject({ code: 'older' })
    expect(here.requests).toEqual([])
  })

  test('what was published before, offered again', async () => {
    const here = await updatesRig({ state: withFailed('1.1.0') })
    await offer(here, '1.1.0')
    const [text, signature] = [readFileSync(manifestOf(here)), readFileSync(`${manifestOf(here)}.sig`)]
    await offer(here, '1.2.0', { rolloutPercent: 0 })
    await here.updates.check()
    writeFileSync(manifestOf(here), text)
    writeFileSync(`${manifestOf(here)}.sig`, signature)
    expect((await here.updates.check()).fault).toMatchObject({ code: 'older' })
    expect(here.requests).toEqual([])
  })

  test('the same version with another content', async () => {
    const here = await updatesRig()
    await offer(here, '1.1.0', { rolloutPercent: 0 })
    await here.updates.check()
    const folder = agentFolder(temporaryFolder(), '1.1.0')
    writeFileSync(path.join(folder, 'agent.mjs'), 'another one')
    await here.publisher.publish(folder)
    expect((await here.updates.check()).fault).toMatchObject({ code: 'changed' })
    expect(here.requests).toEqual([])
  })
})

describe('U09: interrupted', () => {
  test('is a download that breaks off: nothing can be started, and the next try brings what is missing', async () => {
    const here = await updatesRig()
    const { manifest } = await offer(here, '1.1.0')
    const big = manifest.files.find((file) => file.path === 'lib/big.mjs')
    here.publisher.cutAfterBytes = 100_000
    await here.updates.check()
    expect((await settled(here)).fault).toMatchObject({ code: 'unreachable', version: '1.1.0' })
    expect([isStaged(here, '1.1.0'), here.requests]).toEqual([false, []])
    here.publisher.cutAfterBytes = null
    here.publisher.asked.length = 0
    await here.updates.check()
    expect((await settled(here)).step).toBe('switching')
    // With it those that were on their way beside it and were broken off.
    const again = here.publisher.asked.filter((asked) => asked.includes('/files/'))
    expect(again).toContain(`/${PLATFORM}/files/${big?.sha256}`)
    expect(new Set(again).size).toBe(again.length)
    expect(isStaged(here, '1.1.0')).toBe(true)
  })

  test('by an agent that stops: nothing can be started', async () => {
    const here = await updatesRig()
    await offer(here, '1.1.0')
    await here.updates.check()
    await here.updates.stop()
    expect(here.requests).toEqual([])
    expect(isStaged(here, '1.1.0')).toBe(false)
  })

  test('is a file that came otherwise than it was signed', async () => {
    const here = await updatesRig()
    const { manifest } = await offer(here, '1.1.0')
    const file = manifest.files.find((one) => one.path === 'agent.mjs')
    writeFileSync(
      path.join(here.publisher.folder, PLATFORM, 'files', file?.sha256 ?? ''),
      'x'.repeat(file?.bytes ?? 0),
    )
    await here.updates.check()
    expect((await settled(here)).fault).toMatchObject({ code: 'damaged' })
    expect([isStaged(here, '1.1.0'), here.requests]).toEqual([false, []])
  })

  test('by a version on the disk that was damaged since: it is fetched anew', async () => {
    const here = await updatesRig()
    const { manifest } = await offer(here, '1.1.0')
    const parts = {
      dataFolder: here.dataFolder,
      ownFolder: temporaryFolder(),
      localAddress: null,
      onProgress: () => undefined,
      baseUrl: `${here.publisher.url}/${PLATFORM}`,
      signal: new AbortController().signal,
    }
    await stageVersion(manifest, parts)
    const file = path.join(folderOf(here.dataFolder, '1.1.0'), 'agent.mjs')
    const whole = readFileSync(file, 'utf8')
    writeFileSync(file, whole.replace('1', '2'))
    await stageVersion(manifest, parts)
    expect(readFileSync(file, 'utf8')).toBe(whole)
  })
})

describe('A version that failed', () => {
  test.each([
    ['1.1.0', { code: 'not_online', version: '1.1.0' }],
    // The one that runs came after it.
    ['0.9.5', null],
  ])('%s is told for as long as it is why the one before runs', async (version, fault) => {
    const here = await updatesRig({ state: withFailed(version) })
    const told = (await here.updates.status()).fault
    if (fault === null) expect(told).toBeNull()
    else expect(told).toMatchObject(fault)
  })
})

describe('Going back', () => {
  test('is asked of the launcher by a person, and by a publisher who took the version back', async () => {
    const state = proved(begun({ ...firstState('0.9.0') }, '1.0.0'))
    const [person, publisher] = [await updatesRig({ state }), await updatesRig({ state })]
    await person.updates.back()
    expect(person.requests).toEqual([{ kind: 'back', code: 'left' }])
    await offer(publisher, '1.0.0', { withdrawn: ['1.0.0'] })
    await publisher.updates.check()
    expect(publisher.requests).toEqual([{ kind: 'back', code: 'withdrawn' }])
  })

  test('is refused with its reason where there is nothing to go back to', async () => {
    const here = await updatesRig()
    await expect(here.updates.back()).rejects.toMatchObject({ reason: { code: 'no_version_before' } })
  })

  describe('while a newer version is fetched', () => {
    const state = proved(begun({ ...firstState('0.9.0') }, '1.0.0'))

    test('in vain, does not end what is fetched, nor begin it a second time', async () => {
      const { here, clock, goOn } = await fetchingSlowly(state)
      await here.updates.back()
      clock.stepMs(8 * 150_000)
      expect(await here.updates.status()).toMatchObject({ step: 'fetching', fault: { code: 'not_kept' } })
      await here.updates.check()
      expect(here.publisher.asked.filter((asked) => asked.endsWith('.json'))).toHaveLength(1)
      goOn()
      expect(await settled(here)).toMatchObject({ step: 'switching' })
      expect(here.requests.at(-1)).toEqual({ kind: 'switch', version: '1.1.0' })
    })

    test('goes on once it is fetched', async () => {
      const { here, clock, goOn } = await fetchingSlowly(state)
      await here.updates.back()
      goOn()
      await until('it is fetched', () => isStaged(here, '1.1.0'))
      clock.stepMs(150_000)
      expect(new Set(here.requests.map(({ kind }) => kind))).toEqual(new Set(['back']))
    })
  })
})

/** Its last file comes when `goOn` is called. */
async function fetchingSlowly(state: LauncherState) {
  const clock = new SteppedClock()
  const here = await updatesRig({ state, clock })
  const { manifest } = await offer(here, '1.1.0')
  const file = manifest.files.find((one) => one.path === 'lib/big.mjs')
  const asked = Promise.withResolvers<ServerResponse>()
  here.publisher.onAsked = (name, response) => {
    if (!name.endsWith(file?.sha256 ?? '?')) return false
    asked.resolve(response)
    return true
  }
  await here.updates.check()
  const response = await asked.promise
  const goOn = (): void =>
    void response.end(readFileSync(path.join(here.publisher.folder, PLATFORM, 'files', file?.sha256 ?? '')))
  return { here, clock, goOn }
}

function withFailed(version: string): LauncherState {
  const at = new Date().toISOString()
  return { ...firstState('1.0.0'), failures: [{ version, code: 'not_online', at, times: 3, detail: '' }] }
}
