// Runs the built tray in Electron itself. Written without an Electron to run it: its first run is somebody's with one.
import { spawn } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { _electron, type ElectronApplication } from '@playwright/test'
import { repository } from '../../scripts/command.ts'
import type { LaunchOptions, MenuLine, RunningTray, TrayDriver } from './driver.ts'

const MAIN = path.join(repository, 'agent/dist/electron/main.cjs')
const HOOK = path.join(import.meta.dirname, 'electron-hook.cjs')
const EXECUTABLES: Readonly<Partial<Record<NodeJS.Platform, string>>> = {
  linux: 'electron',
  win32: 'electron.exe',
  darwin: 'Electron.app/Contents/MacOS/Electron',
}

/** What electron-hook.cjs notes, in Electron's process. */
declare global {
  var trayUnderTest: {
    readonly tray: Electron.Tray | null
    readonly toolTip: string
    readonly menu: Electron.Menu | null
    readonly icon: string | null
    readonly notifications: Electron.Notification[]
  }
}

/** The variable that Electron's own package reads: a folder with Electron unpacked in it; null where there is none. */
export function electronFolder(): string | null {
  return process.env['ELECTRON_OVERRIDE_DIST_PATH'] ?? null
}

export async function realDriver(folder: string): Promise<TrayDriver> {
  const executablePath = path.join(folder, EXECUTABLES[process.platform] ?? 'electron')
  const data = mkdtempSync(path.join(os.tmpdir(), 'tray-electron-'))
  const args = ['-r', HOOK, MAIN, `--user-data-dir=${data}`]
  return {
    launch: async (options) => {
      const env = environmentOf(options)
      if (options.isSecond === true) return secondTray(executablePath, { args, env })
      return running(await _electron.launch({ executablePath, args, env }), async () => {
        await ended(spawn(executablePath, args, { env, stdio: 'ignore' }))
      })
    },
    stop: async () => rmSync(data, { recursive: true, force: true }),
  }
}

function environmentOf({ environment, languages = ['en-GB'] }: LaunchOptions): Record<string, string> {
  const all = { ...process.env, ...environment, LANGUAGE: languages.join(':') }
  return Object.fromEntries(
    Object.entries(all).filter((entry): entry is [string, string] => entry[1] !== undefined),
  )
}

async function ended(child: ReturnType<typeof spawn>): Promise<void> {
  await new Promise((resolve) => child.once('exit', resolve))
}

/** While a first one holds the lock. */
async function secondTray(
  executablePath: string,
  { args, env }: { readonly args: string[]; readonly env: Record<string, string> },
): Promise<RunningTray> {
  const first = await _electron.launch({ executablePath, args, env })
  await ended(spawn(executablePath, args, { env, stdio: 'ignore' }))
  const tray = running(first, async () => undefined)
  return { ...tray, icon: async () => null, hasQuit: async () => true }
}

function running(app: ElectronApplication, startSecond: () => Promise<void>): RunningTray {
  let hasQuit = false
  const complaints: string[] = []
  app.on('close', () => (hasQuit = true))
  app.on('window', (page) => page.on('pageerror', (error) => complaints.push(error.message)))
  return {
    icon: async () => iconName(await app.evaluate(() => globalThis.trayUnderTest.icon)),
    toolTip: async () => app.evaluate(() => globalThis.trayUnderTest.toolTip),
    menu: async () => app.evaluate(menuLines),
    clickMenu: async (id) =>
      app.evaluate((_electronModule, wanted) => {
        globalThis.trayUnderTest.menu?.getMenuItemById(wanted)?.click()
      }, id),
    clickIcon: async () => app.evaluate(() => void globalThis.trayUnderTest.tray?.emit('click')),
    startSecond,
    page: async () => app.windows()[0] ?? null,
    isWindowShown: async () =>
      app.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows()[0]?.isVisible() ?? false),
    closeWindow: async () => app.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows()[0]?.close()),
    notifications: async () =>
      app.evaluate(() =>
        globalThis.trayUnderTest.notifications.map(({ title, body }) => `${title} – ${body}`),
      ),
    clickNotification: async (index) =>
      app.evaluate(
        (_electronModule, at) => void globalThis.trayUnderTest.notifications[at]?.emit('click'),
        index,
      ),
    saveTo: async (file) =>
      app.evaluate(({ dialog }, to) => {
        dialog.showSaveDialog = async () => ({ canceled: to === null, filePath: to ?? '' })
      }, file),
    hasQuit: async () => hasQuit,
    complaints: () => complaints,
    end: async () => (hasQuit ? undefined : app.close()),
  }
}

/** Runs in Electron's process. */
function menuLines(): MenuLine[] {
  const lines = (menu: Electron.Menu | null): MenuLine[] =>
    (menu?.items ?? []).flatMap(({ id, label, enabled, submenu }) => [
      ...(label === '' ? [] : [{ id, label, enabled }]),
      ...lines(submenu ?? null),
    ])
  return lines(globalThis.trayUnderTest.menu)
}

function iconName(file: string | null): string | null {
  return file === null ? null : `${path.basename(path.dirname(file))}/${path.basename(file, '.png')}`
}
