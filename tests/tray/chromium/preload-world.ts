// In the preload's world: a sandboxed preload's `require`, contextBridge and ipcRenderer, joined to the stand-in's ipcMain.
import { decode, encode } from './codec.ts'
import { EVENTS, hear, say, shapeOf, type Call } from './worlds.ts'

type Listener = (event: unknown, ...args: unknown[]) => void

declare global {
  /** Added to this world alone by the host. */
  var fakeElectronInvoke: (text: string) => void
  var fakeElectronReply: (id: number, isDone: boolean, text: string) => void
  var fakeElectronEmit: (channel: string, args: string) => void
  var fakeElectronPreload: (run: (require: unknown, module: unknown, exports: unknown) => void) => void
}

const functions = new Map<number, (...args: unknown[]) => unknown>()
const waiting = new Map<number, { resolve: (value: unknown) => void; reject: (error: Error) => void }>()
const listeners = new Map<string, Listener[]>()
const exposed = new Set<string>()
let ids = 0

const contextBridge = {
  exposeInMainWorld: (key: string, api: unknown): void => {
    if (exposed.has(key))
      throw new Error('Cannot bind an API on top of an existing property on the window object')
    exposed.add(key)
    const shape = shapeOf(api, (run) => {
      ids += 1
      functions.set(ids, run)
      return ids
    })
    say(EVENTS.expose, { key, shape })
  },
}

const ipcRenderer = {
  invoke: async (channel: string, ...args: unknown[]): Promise<unknown> => {
    ids += 1
    const id = ids
    const text = encode(args)
    return new Promise((resolve, reject) => {
      waiting.set(id, { resolve, reject })
      fakeElectronInvoke(JSON.stringify({ id, channel, args: text }))
    })
  },
  on: (channel: string, listener: Listener): void => {
    listeners.set(channel, [...(listeners.get(channel) ?? []), listener])
  },
}

hear<Call>(EVENTS.call, ({ call, id, args }) => {
  const settle = (isDone: boolean, text: string): void => say(EVENTS.settle, { call, isDone, text })
  Promise.resolve()
    .then(() => functions.get(id)?.(...(decode(args) as unknown[])))
    .then(
      (value) => settle(true, encode(value)),
      (error: unknown) => settle(false, error instanceof Error ? error.message : String(error)),
    )
})

globalThis.fakeElectronReply = (id, isDone, text) => {
  const asked = waiting.get(id)
  waiting.delete(id)
  if (isDone) asked?.resolve(decode(text))
  else asked?.reject(new Error(text))
}
globalThis.fakeElectronEmit = (channel, args) => {
  for (const listener of listeners.get(channel) ?? []) listener({}, ...(decode(args) as unknown[]))
}

/** What is not there throws, instead of being undefined. */
function strict<Part extends object>(name: string, part: Part): Part {
  return new Proxy(part, {
    get: (target, key) => {
      if (key in target || typeof key === 'symbol' || key === '__esModule' || key === 'then')
        return Reflect.get(target, key)
      throw new Error(`fake-electron: ${name}.${key} is not there`)
    },
  })
}

const electron = strict('electron', {
  contextBridge: strict('contextBridge', contextBridge),
  ipcRenderer: strict('ipcRenderer', ipcRenderer),
})

globalThis.fakeElectronPreload = (run) => {
  const require = (name: string): unknown => {
    if (name === 'electron' || name === 'electron/renderer') return electron
    throw new Error(`module not found: ${name}`)
  }
  const module = { exports: {} }
  try {
    run(require, module, module.exports)
  } catch (error) {
    console.error(`The preload failed: ${error instanceof Error ? error.message : String(error)}`)
  }
}
