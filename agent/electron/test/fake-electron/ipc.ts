// ipcMain, and the call of a handler as a page makes it.
import { EventEmitter } from 'node:events'
import { control, type InvokeEvent } from './control.ts'
import { clone } from './window.ts'

export type IpcMainInvokeEvent = InvokeEvent

class FakeIpcMain extends EventEmitter {
  handle(channel: string, handler: (event: InvokeEvent, ...args: unknown[]) => unknown): void {
    if (control.handlers.has(channel))
      throw new Error(`Attempted to register a second handler for '${channel}'`)
    control.handlers.set(channel, handler)
  }
}

export const ipcMain = new FakeIpcMain()

/** Throws Error with the words in which Electron wraps what a handler threw. */
export async function invoke(
  event: InvokeEvent,
  channel: string,
  args: readonly unknown[],
): Promise<unknown> {
  const handler = control.handlers.get(channel)
  try {
    if (handler === undefined) throw new Error(`No handler registered for '${channel}'`)
    return clone(await handler(event, ...clone(args)))
  } catch (error) {
    throw new Error(`Error invoking remote method '${channel}': ${String(error)}`, { cause: error })
  }
}
