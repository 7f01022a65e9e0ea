// Faults that are planted into the tray one at a time: each is one edit of one file. Nearly all of them are such as were
// really made in trays, or such as a new version of Electron may bring (edits of electron.d.ts).

export interface PlantedFault {
  readonly name: string
  /** Of a copy of the repository. */
  readonly file: string
  /** Stands in the file exactly once. */
  readonly find: string
  readonly put: string
}

const ELECTRON = 'node_modules/electron/electron.d.ts'
const MAIN = 'agent/electron/main.ts'
const TRAY = 'agent/electron/tray-host.ts'
const WINDOW = 'agent/electron/window-host.ts'
const PRELOAD = 'agent/electron/preload.ts'
const GUARDS = 'agent/electron/guards.ts'
const PLACES = 'agent/electron/placement.ts'

/** What the reference of this kind of test measured: 21, of which two were caught by nothing there. */
const MEASURED_BEFORE: readonly PlantedFault[] = [
  {
    name: 'a method of Electron is misspelt',
    file: MAIN,
    find: 'app.requestSingleInstanceLock()',
    put: 'app.requestSingleInstanceLok()',
  },
  {
    name: 'a key of webPreferences is misspelt',
    file: WINDOW,
    find: 'contextIsolation: true,',
    put: 'contextIsolatoin: true,',
  },
  {
    name: 'Electron renames a method',
    file: ELECTRON,
    find: '    setToolTip(toolTip: string): void;',
    put: '    setTooltip(toolTip: string): void;',
  },
  {
    name: 'Electron wants another argument',
    file: ELECTRON,
    find: '    setToolTip(toolTip: string): void;',
    put: '    setToolTip(toolTip: number): void;',
  },
  {
    name: 'Electron removes a method',
    file: ELECTRON,
    find: '    setContextMenu(menu: (Menu) | (null)): void;',
    put: '',
  },
  {
    name: 'Electron returns something else',
    file: ELECTRON,
    find: '    requestSingleInstanceLock(additionalData?: Record<any, any>): boolean;',
    put: '    requestSingleInstanceLock(additionalData?: Record<any, any>): Promise<boolean>;',
  },
  {
    name: 'a method that Electron has and the stand-in does not',
    file: TRAY,
    find: 'this.#tray.setToolTip(view.toolTip)\n    this',
    put: "this.#tray.setTitle('Relay')\n    this",
  },
  {
    name: 'the path of the preload is wrong',
    file: PLACES,
    find: "path.join(folder, 'preload.cjs')",
    put: "path.join(folder, 'preload.js')",
  },
  {
    name: 'the sandboxed preload reads files',
    file: PRELOAD,
    find: 'import { CHANNELS }',
    put: "import { existsSync } from 'node:fs'\nif (existsSync('/')) console.log('here')\nimport { CHANNELS }",
  },
  {
    name: 'a channel has two handlers',
    file: MAIN,
    find: '  ipcMain.handle(CHANNELS.save,',
    put: '  ipcMain.handle(CHANNELS.ask, () => null)\n  ipcMain.handle(CHANNELS.save,',
  },
  {
    name: 'the tray is made before Electron is ready',
    file: MAIN,
    find: 'void app.whenReady().then(() => run(placement))',
    put: 'run(placement)',
  },
  {
    name: 'a handler answers with a function',
    file: MAIN,
    find: 'return saveText(windowHost',
    put: 'return () => saveText(windowHost',
  },
  {
    name: 'a channel is misspelt in the preload',
    file: PRELOAD,
    find: 'CHANNELS.ask, method',
    put: "'agent:aks', method",
  },
  {
    name: 'the page has a script inside, which its policy forbids',
    file: 'agent/window/index.html',
    find: '<body></body>',
    put: '<body><script>document.title = "x"</script></body>',
  },
  { name: 'the icons lie elsewhere', file: PLACES, find: "'icons')", put: "'icon')" },
  {
    name: 'the last window ends the tray',
    file: MAIN,
    find: "  app.on('window-all-closed', () => undefined)\n",
    put: '',
  },
  {
    name: 'the page shares its world with the preload',
    file: WINDOW,
    find: 'contextIsolation: true,',
    put: 'contextIsolation: false,',
  },
  {
    name: 'another icon is made instead of changing the one',
    file: TRAY,
    find: 'this.#tray.setImage(nativeImage',
    put: 'void new Tray(nativeImage',
  },
  {
    name: 'the preload gives the page more than it should',
    file: PRELOAD,
    find: "contextBridge.exposeInMainWorld('pharmacyAgent', bridge)",
    put: "contextBridge.exposeInMainWorld('pharmacyAgent', { ...bridge, send: ipcRenderer.invoke })",
  },
  {
    name: 'the window is never shown (nothing caught it before)',
    file: WINDOW,
    find: "    window.once('ready-to-show', () => window.show())\n",
    put: '',
  },
  {
    name: 'a fault where only an installed tray goes (nothing caught it before)',
    file: PLACES,
    find: "icons: path.join(folder, 'icons')",
    put: "icons: path.join(folder, isPackaged ? '../icons' : 'icons')",
  },
]

/** Of this tray: what protects it, and what people at a counter would notice. */
const OF_THIS_TRAY: readonly PlantedFault[] = [
  {
    name: 'whoever sends a message is answered',
    file: WINDOW,
    find: 'sender !== this.#window.webContents',
    put: 'sender === null',
  },
  {
    name: 'a frame inside the page is answered',
    file: WINDOW,
    find: 'senderFrame.parent === null && ',
    put: '',
  },
  {
    name: 'the page may ask for what is not its own',
    file: 'agent/electron/window-requests.ts',
    find: 'windowMethods.some((method) => method === name)',
    put: 'windowMethods.length > 0 && name in AgentApi',
  },
  {
    name: 'pages may go elsewhere',
    file: GUARDS,
    find: 'if (!event.isMainFrame || !isPage(event.url)) event.preventDefault()',
    put: 'void event',
  },
  {
    name: 'pages may open windows',
    file: GUARDS,
    find: "({ action: 'deny' })",
    put: "({ action: 'allow' })",
  },
  {
    name: 'pages get every permission that they ask for',
    file: GUARDS,
    find: 'answer(permission === ALLOWED && isPage(contents.getURL()))',
    put: 'answer([permission, contents].length > 0)',
  },
  {
    name: 'the policy of the header allows scripts inside',
    file: 'agent/electron/window-pages.ts',
    find: '"script-src \'self\'"',
    put: "\"script-src 'self' 'unsafe-inline'\"",
  },
  {
    name: 'files beside the pages are served too',
    file: 'agent/electron/window-pages.ts',
    find: "return host === 'window' ? ",
    put: "if (pathname.includes('%')) return decodeURIComponent(pathname)\n  return host === 'window' ? ",
  },
  {
    name: 'a second tray goes on',
    file: MAIN,
    find: 'if (app.requestSingleInstanceLock()) void',
    put: 'if (app.requestSingleInstanceLock() || true) void',
  },
  {
    name: 'a window that was closed is used again',
    file: WINDOW,
    find: "    window.on('closed', () => (this.#window = null))\n",
    put: '',
  },
  {
    name: 'two clicks are two labels',
    file: 'agent/electron/tray-app.ts',
    find: '    if (this.#underWay.has(act.kind)) return\n',
    put: '',
  },
  {
    name: 'a notification comes again and again',
    file: 'agent/electron/notifications.ts',
    find: 'const isDue = !isSaid && ',
    put: 'const isDue = ',
  },
  {
    name: 'the menu stays as it was',
    file: TRAY,
    find: 'JSON.stringify(before.items)) this.#setMenu(view)',
    put: 'JSON.stringify(before.items)) return',
  },
  {
    name: 'an agent that says nothing counts as ready',
    file: 'agent/electron/tray-app.ts',
    find: 'seen.silence === null ? summaryOf(seen.status) : this.#silent(seen)',
    put: 'seen.silence === null ? summaryOf(seen.status) : [this.#silent(seen), this.#summary][1]!',
  },
  {
    name: 'a fuse is left open',
    file: 'electron-builder.yml',
    find: '  runAsNode: false\n',
    put: '  runAsNode: true\n',
  },
]

export const FAULTS: readonly PlantedFault[] = [...MEASURED_BEFORE, ...OF_THIS_TRAY]
