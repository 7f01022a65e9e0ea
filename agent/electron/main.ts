// The tray app: builds its parts once and joins them to Electron's events. It has no state and decides nothing of labels.
import os from 'node:os'
import path from 'node:path'
import { app, ipcMain, Menu, powerMonitor, protocol } from 'electron'
import { systemClock } from '@pharmacy-relay/shared/clock.ts'
import { AgentWatch } from './agent-watch.ts'
import { socketsOf } from './attach.ts'
import { guardContents, guardedSession } from './guards.ts'
import { LocalPrinterCommand } from './local-printer-command.ts'
import { notifyWith } from './notifier.ts'
import { OwnAgent } from './own-agent.ts'
import { placementOf, type Placement } from './placement.ts'
import { saveText } from './save-text.ts'
import { isServiceInstalled, startService } from './service-command.ts'
import { signOutOnLock } from './screen-lock.ts'
import { TrayApp } from './tray-app.ts'
import { TrayHost } from './tray-host.ts'
import { CHANNELS } from './window-channels.ts'
import { OVERVIEW } from './window-hashes.ts'
import { WindowHost } from './window-host.ts'
import { pageFile, SCHEME } from './window-pages.ts'
import { answerAsk, Questions, readSave } from './window-requests.ts'

/** As electron-builder.yml names it; Windows shows notifications of programs that it knows by it. */
const APP_ID = 'pharmacy-device-relay.agent'

const { platform, env: environment } = process
const placement = placementOf({
  folder: __dirname,
  isPackaged: app.isPackaged,
  platform,
  resources: process.resourcesPath,
})

app.setAppUserModelId(APP_ID)
app.enableSandbox()
// A window that is rarely open needs no graphics process, and none of its faults.
app.disableHardwareAcceleration()
protocol.registerSchemesAsPrivileged([{ scheme: SCHEME, privileges: { standard: true, secure: true } }])
guardContents()
if (app.requestSingleInstanceLock()) void app.whenReady().then(() => run(placement))
else app.quit()

function run({ preload, icons, window, core }: Placement): void {
  const pages = guardedSession()
  pages.protocol.handle(SCHEME, async ({ method, url }) => pageFile(window, { method, url }))
  const clock = systemClock
  const ownAgent = new OwnAgent({ ...core, environment, clock, random: Math.random })
  const sockets = socketsOf(environment, { platform, homeFolder: os.homedir() })
  const watch = new AgentWatch({ sockets, clock, onSeen: (seen) => trayApp.seen(seen) })
  const windowHost = new WindowHost({
    preload,
    icon: path.join(icons, 'window.png'),
    session: () => pages,
    canDebug: !app.isPackaged,
    title: app.getName(),
    onGone: () => notify({ title: app.getName(), body: trayApp.text().tray.closed, hash: OVERVIEW }),
  })
  const openWindow = (hash: string): void => windowHost.open(hash)
  const notify = notifyWith(openWindow)
  const trayApp: TrayApp = new TrayApp({
    clock,
    notify,
    openWindow,
    ownAgent,
    sockets,
    languages: () => app.getPreferredSystemLanguages(),
    show: (view) => trayHost.show(view),
    ask: async (method, params) => watch.ask(method, params),
    look: () => void watch.look(),
    hasService: async () => isServiceInstalled(core, environment),
    startService: async () => startService(core, environment),
    quit: () => app.quit(),
  })
  const shown = { icons, platform, onClick: () => openWindow(OVERVIEW), onAct: trayApp.act.bind(trayApp) }
  const trayHost = new TrayHost(shown, trayApp.view())
  answerWindow(windowHost, watch, trayApp)
  answerAdministration(windowHost, new LocalPrinterCommand({ core, environment }))
  stayWithIcon(() => openWindow(OVERVIEW))
  signOutOnLock(powerMonitor, async (params) => watch.ask('signOut', params))
  quitWith(watch, ownAgent)
  watch.start()
}

/** What the page in the window asks of the agent, and the files that it saves. */
function answerWindow(windowHost: WindowHost, watch: AgentWatch, trayApp: TrayApp): void {
  const questions = new Questions()
  ipcMain.handle(CHANNELS.ask, async (event, ...given: unknown[]) => {
    if (!windowHost.isSender(event)) throw new Error('Only the window may ask')
    return questions.run(async () => answerAsk(given, watch))
  })
  ipcMain.handle(CHANNELS.save, async (event, ...given: unknown[]) => {
    if (!windowHost.isSender(event)) throw new Error('Only the window may save')
    return saveText(windowHost.window(), readSave(given), trayApp.text())
  })
}

/** What needs an administrator, whom Windows asks for. */
function answerAdministration(windowHost: WindowHost, command: LocalPrinterCommand): void {
  ipcMain.handle(CHANNELS.administer, async (event, ...given: unknown[]) => {
    if (!windowHost.isSender(event)) throw new Error('Only the window may ask')
    return command.answer(given)
  })
}

/** The app is its icon: it has no menu, its window comes and goes, and whoever starts it again wants the window. */
function stayWithIcon(openWindow: () => void): void {
  if (platform !== 'darwin') Menu.setApplicationMenu(null)
  app.on('second-instance', openWindow)
  app.on('activate', openWindow)
  app.on('window-all-closed', () => undefined)
}

/** An agent that the tray started ends before the tray does; a service is none of its business. */
function quitWith(watch: AgentWatch, ownAgent: OwnAgent): void {
  let isStopped = false
  app.on('before-quit', (event) => {
    if (isStopped) return
    watch.stop()
    if (!ownAgent.isOurs()) return
    event.preventDefault()
    isStopped = true
    void ownAgent.stop().finally(() => app.quit())
  })
}
