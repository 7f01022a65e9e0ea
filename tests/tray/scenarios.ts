// What a tray app does for the people at a counter and withstands of a page: once, for each Electron that a driver runs.
import { readFile, mkdtemp, rm } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import type { BridgeAnswer } from '../../agent/window/bridge.ts'
import { ProblemError } from '@pharmacy-relay/shared/problem.ts'
import { until } from '@pharmacy-relay/shared/test/until.ts'
import type { Page } from '@playwright/test'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import type { LaunchOptions, RunningTray, TrayDriver } from './driver.ts'
import { job, READY, StubAgent, UNKNOWN_LABEL, withPrinting } from './stub-agent.ts'

export function trayScenarios(makeDriver: () => Promise<TrayDriver>): void {
  let driver: TrayDriver
  let agent: StubAgent
  let tray: RunningTray | null = null

  beforeAll(async () => {
    driver = await makeDriver()
  })
  afterAll(async () => driver.stop())
  beforeEach(() => {
    agent = new StubAgent()
  })
  afterEach(async ({ task }) => {
    const complaints = tray?.complaints() ?? []
    await tray?.end()
    tray = null
    await agent.end()
    if (task.result?.state === 'fail') console.error('The tray complained of:', complaints)
  })

  const launched = async (options: Partial<LaunchOptions> = {}): Promise<RunningTray> => {
    tray = await driver.launch({ environment: agent.environment(), ...options })
    return tray
  }
  /** With an agent that answers, once the icon shows it. */
  const attached = async (options: Partial<LaunchOptions> = {}): Promise<RunningTray> => {
    await agent.start()
    const started = await launched(options)
    await until('the tray knows its agent', async () => !(await started.icon())?.endsWith('/working'))
    return started
  }
  const opened = async (started: RunningTray): Promise<Page> => {
    await started.clickMenu('open')
    const page = await started.page()
    if (page === null) throw new Error('there is no window')
    await page.locator('h1').first().waitFor()
    return page
  }
  const shows = async (started: RunningTray, icon: string): Promise<void> =>
    until(`the icon ${icon}`, async () => (await started.icon())?.endsWith(`/${icon}`) === true)

  test('says in icon, tooltip and menu how labels are, and follows the agent', async () => {
    const started = await attached()
    expect(await started.icon()).toMatch(/\/ready$/)
    expect(await started.toolTip()).toBe('Pharmacy Relay: Ready. Labels come out on Zebra.')
    expect((await started.menu())[0]).toMatchObject({
      id: 'state',
      label: 'Ready: Labels come out on Zebra.',
    })

    agent.status = withPrinting({ printer: { conditions: ['paper_out'], answeredAt: null } })
    await shows(started, 'attention')
    expect((await started.menu())[0]?.label).toMatch(/^Needs attention: .*no labels left|out of labels/i)

    await agent.stop()
    await shows(started, 'working')
    expect((await started.menu())[0]?.label).toBe('Working: Pharmacy Relay is starting.')
    await agent.start()
    agent.status = READY
    await shows(started, 'ready')
  })

  test('offers state, last label, reprint, pause, test, help, open and quit', async () => {
    const menu = await (await attached()).menu()
    expect(menu.map(({ id }) => id)).toEqual(
      'state last reprint pause pause-15 pause-60 pause-240 test help open quit'.split(' '),
    )
    expect(menu.filter(({ enabled }) => !enabled)).toEqual([])
    expect(menu.find(({ id }) => id === 'last')?.label).toMatch(/^Label 16, .*\d\d:\d\d: printed/)
    expect(menu.find(({ id }) => id === 'quit')?.label).toBe('Quit (labels go on)')
  })

  test('prints what the menu is asked for, once for two clicks', async () => {
    const started = await attached()
    for (const id of ['test', 'test', 'reprint', 'reprint', 'pause-60']) await started.clickMenu(id)
    await until('all was asked', () => agent.asked.length >= 3)
    expect(agent.asked.toSorted()).toEqual(['pause 60', 'reprint 16', 'test'])
    expect(await started.notifications()).toEqual([])

    agent.status = withPrinting({ pausedUntil: '2026-11-20T12:00:00.000Z' })
    await until('it can go on', async () => (await started.menu()).some(({ id }) => id === 'action'))
    await started.clickMenu('action')
    await until('it goes on', () => agent.asked.includes('resume'))
  })

  test('says what did not work, in words', async () => {
    agent.more = {
      test: async () => job(17, 'waiting_for_printer'),
      reprint: async () => Promise.reject(new ProblemError('state_conflict', 'It is under way still')),
    }
    const started = await attached()
    await started.clickMenu('test')
    await until('the test label', async () => (await started.notifications()).length === 1)
    await started.clickMenu('reprint')
    await until('the reprint', async () => (await started.notifications()).length === 2)
    expect(await started.notifications()).toEqual([
      expect.stringContaining('Label 17: waits for the printer'),
      expect.stringMatching(/Label 16 cannot be printed again now\..*possible\.$/),
    ])
  })

  test('opens one window, which every way leads to, and stays when it is closed', async () => {
    const started = await attached()
    expect(await started.page()).toBeNull()
    const page = await opened(started)
    expect(await started.isWindowShown()).toBe(true)
    await started.clickIcon()
    await started.startSecond()
    await started.clickMenu('last')
    await page.waitForFunction(() => location.hash === '#/labels/16')
    expect(await started.page()).toBe(page)

    await started.closeWindow()
    expect(await started.page()).toBeNull()
    expect(await started.hasQuit()).toBe(false)
    expect(await started.icon()).toMatch(/\/ready$/)
    expect(await (await opened(started)).locator('h1').first().textContent()).not.toBe('')
    expect(started.complaints()).toEqual([])
  })

  test('quits when it is asked to, and leaves the agent of a service alone', async () => {
    const started = await attached()
    await opened(started)
    await started.clickMenu('quit')
    await until('it has quit', async () => started.hasQuit())
    expect(agent.asked).toEqual([])
  })

  test('gives its page three questions and nothing else', async () => {
    const page = await opened(await attached())
    expect(
      await page.evaluate(() => {
        const { pharmacyAgent } = window
        const names = ['require', 'process', 'module', 'electron', 'fakeElectronInvoke']
        return [Object.keys(pharmacyAgent ?? {}), names.filter((name) => name in window)]
      }),
    ).toEqual([['kind', 'ask', 'asAdministrator', 'save'], []])
    expect(await ask(page, 'status', null)).toMatchObject({ ok: true, data: { computerName: 'COUNTER-1' } })
    expect(await ask(page, 'jobs', null)).toMatchObject({ ok: true, data: [{ n: 16 }] })
  })

  test('has nothing done as administrator but adding and removing the printer of Windows', async () => {
    const page = await opened(await attached())
    const refused = { ok: false, code: 'request_refused' }
    for (const act of ['status', 'service install', '', null])
      expect(
        await page.evaluate(async (given) => window.pharmacyAgent?.asAdministrator?.(given as never), act),
      ).toMatchObject(refused)
  })

  test('refuses what the window may not ask, before the agent hears of it', async () => {
    const page = await opened(await attached())
    const refused = [
      ['stop', null],
      ['constructor', null],
      ['pause', { minutes: 100_000 }],
      ['reprint', { job: '16', count: null, more: true }],
      ['test', 'now'],
    ] as const
    for (const [method, params] of refused) {
      const answer = await ask(page, method, params)
      expect(answer?.ok === false ? answer.code : 'answered', method).toMatch(/^(not_found|request_refused)$/)
    }
    expect(agent.asked).toEqual([])
    await expect(page.evaluate(async () => window.pharmacyAgent?.ask('status', () => 1))).rejects.toThrow(
      'could not be cloned',
    )
  })

  test('keeps its page where it is: no other place, window, permission or script', async () => {
    const started = await attached()
    const page = await opened(started)
    const address = page.url().split('#')[0]
    await page.evaluate(() => {
      location.href = 'https://example.invalid/'
    })
    await page.evaluate(() => void open('https://example.invalid/window'))
    expect(
      await page.evaluate(async () => (await navigator.permissions.query({ name: 'geolocation' })).state),
    ).toBe('denied')
    const ran = await page.evaluate(async () => {
      const script = document.createElement('script')
      script.textContent = 'document.title = "foreign"'
      document.head.append(script)
      const frame = document.createElement('iframe')
      frame.src = 'https://example.invalid/frame'
      document.body.append(frame)
      const answered = await fetch('https://example.invalid/').then(
        () => true,
        () => false,
      )
      return [document.title === 'foreign', answered]
    })
    expect(ran).toEqual([false, false])
    expect(page.url().split('#')[0]).toBe(address)
    await until('no second window', () => page.context().pages().length === 1)
    const complaints = started.complaints()
    expect(complaints.filter((each) => /^asked for|^a second window/.test(each))).toEqual([])
    await page.locator('h1').first().waitFor()
  })

  test('saves a text where the person says', async () => {
    const folder = await mkdtemp(path.join(os.tmpdir(), 'tray-save-'))
    const started = await attached()
    const page = await opened(started)
    const save = async (name: string) =>
      page.evaluate(async (to) => window.pharmacyAgent?.save(to, 'Bericht'), name)
    await started.saveTo(path.join(folder, 'support.txt'))
    expect(await save('support.txt')).toBe(true)
    expect(await readFile(path.join(folder, 'support.txt'), 'utf8')).toBe('Bericht')
    await started.saveTo(null)
    expect(await save('support.txt')).toBe(false)
    await expect(save('../support.txt')).rejects.toThrow()
    await rm(folder, { recursive: true })
  })

  test('asks for a person once, and leads to what they have to answer', async () => {
    const started = await attached()
    agent.status = UNKNOWN_LABEL
    await until('a notification', async () => (await started.notifications()).length > 0)
    agent.status = READY
    await shows(started, 'ready')
    agent.status = UNKNOWN_LABEL
    await shows(started, 'attention')
    expect(await started.notifications()).toEqual([
      'Pharmacy Relay: Needs attention – Did label 17 come out? Please check. Look at the printer, then say whether it came out.',
    ])
    await started.clickNotification(0)
    const page = await started.page()
    await page?.waitForFunction(() => location.hash === '#/labels/17')
  })

  test('says once that support wrote, counts it in the menu, and leads to the page where it is read', async () => {
    agent.status = { ...READY, help: { unread: 1, newest: '7-2' } }
    const started = await attached()
    await until('a notification', async () => (await started.notifications()).length > 0)
    const help = async () => (await started.menu()).find(({ id }) => id === 'help')?.label
    expect(await help()).toBe('Support wrote: 1 new answer')
    agent.status = { ...READY, help: { unread: 0, newest: null } }
    await until('it was read', async () => (await help()) === 'Ask support for help…')
    agent.status = { ...READY, help: { unread: 1, newest: '7-2' } }
    await until('it is unread again', async () => (await help()) === 'Support wrote: 1 new answer')
    expect(await started.notifications()).toEqual([
      'Pharmacy Relay: support wrote – There is a new answer for you. Click to read.',
    ])
    await started.clickNotification(0)
    const page = await started.page()
    await page?.waitForFunction(() => location.hash === '#/help')
  })

  test('leads a computer of no pharmacy to its pairing by itself', async () => {
    agent.status = { ...READY, pharmacyId: null, pharmacyName: null }
    const started = await attached()
    await until('a window', async () => (await started.page()) !== null)
    const page = await started.page()
    await page?.waitForFunction(() => location.hash === '#/pairing')
    expect((await started.menu()).find(({ id }) => id === 'action')?.label).toBe('Type in the pairing code')
  })

  test.each([
    ['tr-TR', 'Hazır: Etiketler Zebra yazıcısından çıkıyor.'],
    ['de-AT', 'Bereit: Etiketten kommen auf Zebra heraus.'],
    ['fr-FR', 'Ready: Labels come out on Zebra.'],
  ])('speaks the language of the system: %s', async (language, text) => {
    const started = await attached({ languages: [language] })
    expect((await started.menu())[0]?.label).toBe(text)
  })

  test('speaks the language that somebody chose at this computer', async () => {
    agent.status = { ...READY, language: 'de' }
    const started = await attached({ languages: ['tr-TR'] })
    expect((await started.menu())[0]?.label).toBe('Bereit: Etiketten kommen auf Zebra heraus.')
  })

  test('is one: a second one ends at once', async () => {
    const started = await launched({ isSecond: true })
    await until('it has quit', async () => started.hasQuit())
    expect(await started.icon()).toBeNull()
  })
}

async function ask(page: Page, method: string, params: unknown): Promise<BridgeAnswer | undefined> {
  return page.evaluate(
    // A page that was taken over asks for anything.
    async ([name, given]) => window.pharmacyAgent?.ask(name as 'status', given),
    [method, params] as const,
  )
}
