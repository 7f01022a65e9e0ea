// List U: Electron's own security checklist by its numbers, looked up in a tray that runs on the stand-in. What only Electron's
// binary can show is named in agent/electron/README.md; U07 to U09 are the updates' and lie beside their code.
import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import ts from 'typescript'
import { until } from '@pharmacy-relay/shared/test/until.ts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { FUSES } from '../../agent/electron/fuses.ts'
import { PAGE, POLICY } from '../../agent/electron/window-pages.ts'
import { buildTray } from '../../scripts/build/build-tray.ts'
import { buildWindow } from '../../scripts/build/build-window.ts'
import { hasChromium } from '../../shared/test/chromium.ts'
import { repository } from '../../scripts/command.ts'
import { fakeTray } from './fake-driver.ts'
import { StubAgent } from './stub-agent.ts'

const SOURCE = path.join(repository, 'agent/electron')
const FOREIGN = 'https://example.invalid/'

/** Every import of the tray's files: `module`, and `module name` for each name. */
function imports(): Set<string> {
  const files = readdirSync(SOURCE).filter((name) => name.endsWith('.ts'))
  const found = files.flatMap((name) => {
    const text = readFileSync(path.join(SOURCE, name), 'utf8')
    return ts
      .createSourceFile(name, text, ts.ScriptTarget.Latest)
      .statements.filter(ts.isImportDeclaration)
      .flatMap(importsOf)
  })
  return new Set(found)
}

function importsOf({ moduleSpecifier, importClause }: ts.ImportDeclaration): string[] {
  const module = ts.isStringLiteral(moduleSpecifier) ? moduleSpecifier.text : ''
  const named = importClause?.namedBindings
  const all = importClause?.name === undefined ? [] : ['*']
  if (named === undefined) return [module, ...all.map((name) => `${module} ${name}`)]
  const names = ts.isNamespaceImport(named)
    ? ['*']
    : named.elements.map(({ name, propertyName }) => (propertyName ?? name).text)
  return [module, ...[...all, ...names].map((name) => `${module} ${name}`)]
}

describe.skipIf(!hasChromium())('list U on fake-electron (needs Chromium: npm run tools)', () => {
  const agent = new StubAgent()
  let running: Awaited<ReturnType<typeof fakeTray>>

  beforeAll(async () => {
    await buildWindow()
    await buildTray()
    await agent.start()
    running = await fakeTray({ environment: agent.environment() })
    await until(
      'the tray knows its agent',
      async () => (await running.tray.icon())?.endsWith('/ready') === true,
    )
    await running.tray.clickIcon()
    await running.tray.page()
  })
  afterAll(async () => {
    await running.tray.end()
    await agent.end()
  })

  const theWindow = () => {
    const [window] = running.fake.electron.BrowserWindow.getAllWindows()
    if (window === undefined) throw new Error('there is no window')
    return window
  }
  const preferences = () => theWindow().fakeOptions.webPreferences ?? {}
  const servedBy = async (url: string) => {
    const handler = preferences().session?.protocol.fakeHandlers.get('pharmacy-relay')
    if (handler === undefined) throw new Error('nobody serves the pages')
    return handler(new Request(url))
  }
  const navigation = (url: string, isMainFrame = true) => running.fake.preventable({ url, isMainFrame })

  test('1: only its own pages are loaded, out of its own folder', async () => {
    expect(theWindow().fakeUrl.split('#')[0]).toBe(PAGE)
    expect((await servedBy(PAGE)).status).toBe(200)
    for (const url of [
      'pharmacy-relay://window/',
      'pharmacy-relay://window/..%2Felectron%2Fmain.cjs',
      'pharmacy-relay://other/index.html',
    ])
      expect((await servedBy(url)).status, url).toBe(404)
  })

  test('2, 3, 4, 6, 8, 9, 10: each window is isolated and sandboxed, and nothing of that is switched off', () => {
    expect(running.fake.control.isSandboxed).toBe(true)
    expect(preferences()).toMatchObject({
      contextIsolation: true,
      sandbox: true,
      webSecurity: true,
      nodeIntegration: false,
      nodeIntegrationInSubFrames: false,
      nodeIntegrationInWorker: false,
      allowRunningInsecureContent: false,
      experimentalFeatures: false,
      devTools: false,
    })
    expect(Object.keys(preferences())).not.toContain('enableBlinkFeatures')
  })

  test('5: permissions are refused, but to copy text from the own page', () => {
    const { session } = preferences()
    const granted = (permission: string): boolean => {
      let isGranted = true
      session?.fakeRequest?.(theWindow().webContents, permission, (answer) => (isGranted = answer))
      return isGranted || session?.fakeCheck?.(null, permission, PAGE) !== false
    }
    for (const permission of [
      'geolocation',
      'media',
      'notifications',
      'clipboard-read',
      'openExternal',
      'unknown',
    ])
      expect(granted(permission), permission).toBe(false)
    expect(granted('clipboard-sanitized-write')).toBe(true)
    expect(session?.fakeCheck?.(null, 'clipboard-sanitized-write', FOREIGN)).toBe(false)
    expect(session?.fakeDevice?.()).toBe(false)
  })

  test('7: a policy without inline and eval stands in the header and in the page', async () => {
    const { headers } = await servedBy(PAGE)
    expect(headers.get('content-security-policy')).toBe(POLICY)
    expect(POLICY).toContain("default-src 'none'")
    expect(POLICY).not.toMatch(/unsafe|https?:|\*/)
    const [, inPage = ''] = /content="(default-src[^"]+)"/.exec(await (await servedBy(PAGE)).text()) ?? []
    expect(inPage).toContain("default-src 'none'; script-src 'self'; style-src 'self'")
    expect(inPage).not.toMatch(/unsafe/)
  })

  test('11, 12: there is no <webview>', () => {
    expect(preferences().webviewTag).toBe(false)
    const attaching = running.fake.preventable({})
    theWindow().webContents.emit('will-attach-webview', attaching)
    expect(attaching.defaultPrevented).toBe(true)
  })

  test('13: no frame goes anywhere', () => {
    const events = [
      ['will-navigate', navigation(FOREIGN)],
      ['will-frame-navigate', navigation(FOREIGN)],
      ['will-frame-navigate', navigation(PAGE, false)],
      ['will-navigate', navigation('file:///etc/passwd')],
      ['will-navigate', navigation(`${PAGE}.example.invalid/`)],
      ['will-redirect', navigation(PAGE)],
    ] as const
    for (const [name, event] of events) {
      theWindow().webContents.emit(name, event)
      expect(event.defaultPrevented, `${name} ${event.url}`).toBe(true)
    }
  })

  test('14: no second window is made', () => {
    for (const url of [FOREIGN, PAGE])
      expect(theWindow().webContents.fakeOpenHandler?.({ url }).action).toBe('deny')
  })

  test('15: nothing is opened outside', () => {
    const found = imports()
    expect(found).toContain('electron BrowserWindow')
    for (const one of ['electron shell', 'electron *', 'electron default']) expect(found).not.toContain(one)
  })

  test('16: Electron is pinned, and the same for types and installers', () => {
    const { devDependencies } = JSON.parse(
      readFileSync(path.join(repository, 'agent/package.json'), 'utf8'),
    ) as {
      readonly devDependencies: Readonly<Record<string, string>>
    }
    expect(devDependencies['electron']).toMatch(/^\d+\.\d+\.\d+$/)
    expect(builderFile()).toContain(`electronVersion: ${devDependencies['electron']}\n`)
  })

  test.each([
    ['another window', 'other', PAGE, null],
    ['another page in it', 'own', FOREIGN, null],
    ['a page whose address begins alike', 'own', `${PAGE}.evil`, null],
    ['a frame inside the page', 'own', PAGE, {}],
    ['a frame that has gone', 'own', null, null],
  ])('17: a message of %s is refused', async (_who, whose, url, parent) => {
    const sender = whose === 'own' ? theWindow().webContents : {}
    const senderFrame = url === null ? null : { url, parent }
    for (const channel of running.fake.control.handlers.keys()) {
      const asking = running.fake.invoke({ sender, senderFrame }, channel, ['status', null])
      await expect(asking, channel).rejects.toThrow('Only the window may')
    }
  })

  test('18: no page comes from file://', () => {
    expect(theWindow().fakeUrl).not.toMatch(/^file:/)
    // The stand-in has no other way to load a page, and fails for what it does not have.
    expect(theWindow()).not.toHaveProperty('loadFile')
  })

  test('19: the fuses are what electron-builder burns in', () => {
    const [, block = ''] = /^electronFuses:\n((?: {2}.*\n)+)/m.exec(builderFile()) ?? []
    const burnt = block
      .trimEnd()
      .split('\n')
      .map((line) => line.trim().split(': '))
    expect(Object.fromEntries(burnt.map(([name, value]) => [name, value === 'true']))).toEqual(FUSES)
  })

  test('20: the page gets three functions, and no part of Electron', async () => {
    const page = await running.tray.page()
    const kinds = await page?.evaluate(() =>
      Object.entries(window.pharmacyAgent ?? {}).map(([name, value]) => `${name}: ${typeof value}`),
    )
    expect(kinds).toEqual(['kind: string', 'ask: function', 'asAdministrator: function', 'save: function'])
  })

  test('U06: no secret is kept by Electron, so there is no weak keystore to refuse', async () => {
    const found = imports()
    for (const one of ['electron safeStorage', 'electron-store']) expect(found).not.toContain(one)
    const page = await running.tray.page()
    expect(await page?.evaluate(() => Object.keys(localStorage))).toEqual([])
  })
})

function builderFile(): string {
  return readFileSync(path.join(repository, 'electron-builder.yml'), 'utf8')
}
