// What a test sees and sets of the stand-in: one of it for each loading of the module, as Electron is one to a program.
type Handler = (event: InvokeEvent, ...args: unknown[]) => unknown

/** Of a message of a page. */
export interface InvokeEvent {
  readonly sender: unknown
  readonly senderFrame: { readonly url: string; readonly parent: unknown } | null
}

export const control = {
  isReady: false,
  hasQuit: false,
  /** No other tray runs. */
  hasLock: true,
  isPackaged: false,
  languages: ['en-GB'],
  isDark: false,
  /** Where the person saves; null: they cancel. */
  saveTo: null as string | null,
  schemes: [] as string[],
  handlers: new Map<string, Handler>(),
  isSandboxed: false,
  errorBoxes: [] as string[],
}

export function needReady(what: string): void {
  if (!control.isReady) throw new Error(`Cannot create ${what} before app is ready`)
}

export function needUnready(what: string): void {
  if (control.isReady) throw new Error(`${what} can only be called before app is ready`)
}

export interface PreventableEvent {
  defaultPrevented: boolean
  preventDefault(): void
}

export function preventable<More extends object>(more: More): PreventableEvent & More {
  const event = {
    ...more,
    defaultPrevented: false,
    preventDefault: () => {
      event.defaultPrevented = true
    },
  }
  return event
}
