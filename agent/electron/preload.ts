// What the pages see of the outside, in a world of its own: three questions, and where the icon leads to.
import { contextBridge, ipcRenderer } from 'electron'
import type { AgentBridge, BridgeAnswer } from '../window/bridge.ts'
import { CHANNELS } from './window-channels.ts'
import { HASH } from './window-hashes.ts'

const bridge: AgentBridge = {
  kind: 'tray',
  // The main process answers in the form of the bridge; a sandboxed preload has no parser, and the pages parse.
  ask: async (method, params) => ipcRenderer.invoke(CHANNELS.ask, method, params) as Promise<BridgeAnswer>,
  asAdministrator: async (act) => ipcRenderer.invoke(CHANNELS.administer, act) as Promise<BridgeAnswer>,
  save: async (fileName, text) => (await ipcRenderer.invoke(CHANNELS.save, fileName, text)) === true,
}

contextBridge.exposeInMainWorld('pharmacyAgent', bridge)

ipcRenderer.on(CHANNELS.go, (_event, hash: unknown) => {
  if (typeof hash === 'string' && HASH.test(hash)) location.hash = hash
})
