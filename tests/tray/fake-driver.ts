// Runs the built tray in this process on the stand-in of Electron, with its windows in Chromium. Electron itself is not run.
import Module, { createRequire } from 'node:module'
import path from 'node:path'
import type { Browser } from '@playwright/test'
import { vi } from 'vitest'
import type * as FakeElectron from '../../agent/electron/test/fake-electron/index.ts'
import type { FakeMenuItem } from '../../agent/electron/test/fake-electron/menu.ts'
import type { BrowserWindow } from '../../agent/electron/test/fake-electron/window.ts'
import { repository } from '../../scripts/command.ts'
import { bundleWorlds, ChromiumHost, launchChromium, type Worlds } from './chromium/chromium-host.ts'
import type { LaunchOptions, MenuLine, RunningTray, TrayDriver } from './driver.ts'

const MAIN = path.join(repository, 'agent/dist/electron/main.cjs')

/** `isPackaged`: the paths are those of an installed tray. */
export async function fakeDriver({ isPackaged }: { readonly isPackaged: boolean }): Promise<TrayDriver> {
  const browser = await launchChromium()
  const worlds = await bundleWorlds()
  return {
    launch: async (options) => (await launch({ browser, worlds, isPackaged }, options)).tray,
    stop: async () => browser.close(),
  }
}

/** A tray on the stand-in, with what only the stand-in lets a test look at. */
export async function fakeTray(options: LaunchOptions): Promise<Launched> {
  const browser = await launchChromium()
  const { tray, fake } = await launch({ browser, worlds: await bundleWorlds(), isPackaged: true }, options)
  const end = async (): Promise<void> => {
    await tray.end()
    await browser.close()
  }
  return { tray: { ...tray, end }, fake }
}

interface Launched {
  readonly tray: RunningTray
  readonly fake: Parts
}

interface Rig {
  readonly browser: Browser
  readonly worlds: Worlds
  readonly isPackaged: boolean
}

type FakeModule = typeof FakeElectron
type Parts = Awaited<ReturnType<typeof freshFake>>

async function freshFake() {
  vi.resetModules()
  const electron = await import('../../agent/electron/test/fake-electron/index.ts')
  const { control, preventable } = await import('../../agent/electron/test/fake-electron/control.ts')
  const { invoke } = await import('../../agent/electron/test/fake-electron/ipc.ts')
  return { electron, control, preventable, invoke }
}

async function launch({ browser, worlds, isPackaged }: Rig, options: LaunchOptions): Promise<Launched> {
  const fake = await freshFake()
  const host = new ChromiumHost(browser, worlds, fake)
  const { control, electron } = fake
  Object.assign(control, { isPackaged, hasLock: options.isSecond !== true })
  electron.BrowserWindow.fakeHost = host
  control.languages = [...(options.languages ?? ['en-GB'])]
  const restore = pretendToBe(options)
  loadMain(electron)
  if (electron.Tray.fakeAll.length > 0) throw new Error('there is an icon before Electron is ready')
  electron.app.fakeReady()
  await new Promise((resolve) => setTimeout(resolve))
  return { tray: running(fake, host, restore), fake }
}

/** Environment and resources as Electron's process has them, until the tray has ended. */
function pretendToBe({ environment, resources = '/nowhere' }: LaunchOptions): () => void {
  const before = { ...process.env }
  Object.assign(process.env, environment)
  Object.defineProperty(process, 'resourcesPath', { value: resources, configurable: true })
  return () => {
    for (const name of Object.keys(environment)) delete process.env[name]
    Object.assign(process.env, before)
  }
}

/** The built file, as Electron would load it; what the stand-in does not have throws. */
function loadMain(electron: FakeModule): void {
  const loader = Module as unknown as { _load: (id: string, ...rest: unknown[]) => unknown }
  const load = loader._load
  const given = strict('electron', electron)
  loader._load = (id, ...rest) => (id === 'electron' || id === 'electron/main' ? given : load(id, ...rest))
  try {
    const require = createRequire(import.meta.url)
    delete require.cache[MAIN]
    require(MAIN)
  } finally {
    loader._load = load
  }
}

function strict<Part extends object>(name: string, part: Part): Part {
  return new Proxy(part, {
    get: (target, key) => {
      if (key in target || typeof key === 'symbol' || key === '__esModule' || key === 'then')
        return Reflect.get(target, key)
      throw new Error(`fake-electron: ${name}.${key} is not there`)
    },
  })
}

function running({ electron, control }: Parts, host: ChromiumHost, restore: () => void): RunningTray {
  const tray = () => {
    if (electron.Tray.fakeAll.length > 1) throw new Error('there are two icons')
    return electron.Tray.fakeAll[0] ?? null
  }
  const onlyWindow = (): BrowserWindow | null => {
    const [window = null, ...more] = electron.BrowserWindow.getAllWindows()
    if (more.length > 0) throw new Error('there are two windows')
    return window
  }
  return {
    icon: async () => iconName(tray()?.fakeImage.fakePath),
    toolTip: async () => tray()?.fakeToolTip ?? '',
    menu: async () => lines(tray()?.fakeMenu?.items ?? []),
    clickMenu: async (id) => {
      const item = tray()?.fakeMenu?.getMenuItemById(id)
      if (item === null || item === undefined) throw new Error(`the menu has no ${id}`)
      item.click()
    },
    clickIcon: async () => void tray()?.emit('click'),
    startSecond: async () => void electron.app.emit('second-instance', {}, [], '', null),
    page: async () => {
      const window = onlyWindow()
      if (window === null) return null
      await window.fakeLoaded
      return host.page(window)
    },
    isWindowShown: async () => onlyWindow()?.isVisible() ?? false,
    closeWindow: async () => onlyWindow()?.close(),
    notifications: async () => electron.Notification.fakeShown.map(({ title, body }) => `${title} – ${body}`),
    clickNotification: async (index) => void electron.Notification.fakeShown[index]?.emit('click'),
    saveTo: async (file) => void (control.saveTo = file),
    hasQuit: async () => control.hasQuit,
    complaints: () => [...host.errors, ...host.outside, ...host.unanswered],
    end: async () => {
      electron.app.quit()
      await vi.waitFor(() => {
        if (!control.hasQuit) throw new Error('it did not quit')
      }, 60_000)
      await host.stop()
      restore()
    },
  }
}

function iconName(file: string | undefined): string | null {
  if (file === undefined) return null
  return `${path.basename(path.dirname(file))}/${path.basename(file, '.png')}`
}

function lines(items: readonly FakeMenuItem[]): MenuLine[] {
  return items.flatMap(({ id, label, enabled, submenu }) => [
    ...(label === '' ? [] : [{ id, label, enabled }]),
    ...lines(submenu?.items ?? []),
  ])
}
