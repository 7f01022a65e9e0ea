// The launcher as a service of Windows: speaks the service control protocol, since Node does not.
//
//   service manager ── starts the process ──▶ StartServiceCtrlDispatcherW, in a thread of Node's pool, until it is stopped
//                   ── ServiceMain, on a thread of its own ──▶ koffi brings it to this thread: registers, says RUNNING
//                   ── control STOP or SHUTDOWN ──▶ says STOP_PENDING; the launcher stops the agent; says STOPPED
//
// Source: winsvc.h and "Service Programs" of the Windows documentation. Callbacks of other threads: koffi, "Asynchronous
// callbacks". A process that ends without STOPPED has failed, and the service manager starts it again.
import type Koffi from 'koffi'
import { WINDOWS } from '../names.ts'

export interface ServiceParts {
  /** The service manager, or the end of the computer, wants it to stop. */
  readonly onStop: () => void
}

export interface RunningService {
  /** Says that it has stopped as it was told to. Resolves once the service manager knows. */
  stopped(): Promise<void>
}

/** SERVICE_WIN32_OWN_PROCESS; states, controls and what is accepted, of winsvc.h. */
const OWN_PROCESS = 0x10
const STATE = { stopped: 1, startPending: 2, stopPending: 3, running: 4 } as const
const CONTROL = { stop: 1, interrogate: 4, shutdown: 5 } as const
const ACCEPT_STOP_AND_SHUTDOWN = 0x1 | 0x4
const NO_ERROR = 0
const ERROR_CALL_NOT_IMPLEMENTED = 120
/** The launcher gives the agent 5 s. */
const STOP_HINT_MS = 20_000
const START_HINT_MS = 10_000
const START_LIMIT_MS = 25_000

/**
 * Resolves when the service manager was told that it runs. Throws Error when no service manager started this process, or
 * koffi cannot be loaded.
 */
export async function runAsService({ onStop }: ServiceParts): Promise<RunningService> {
  // Here, so that nothing else than a service of Windows needs koffi's binary.
  const { default: koffi } = await import('koffi')
  const { calls, mainType, handlerType } = declare(koffi)
  const registered = Promise.withResolvers<unknown>()
  const over = Promise.withResolvers<boolean>()
  const teller = new Teller(calls.setStatus)
  const handler = koffi.register(
    (control: number) => answerTo(control, teller, onStop),
    koffi.pointer(handlerType),
  )
  const main = koffi.register(() => {
    const service: unknown = calls.register(WINDOWS.name, handler, null)
    if (service === null) return registered.reject(new Error('The service manager takes no handler'))
    teller.begin(service)
    registered.resolve(null)
  }, koffi.pointer(mainType))
  const table = [
    { name: WINDOWS.name, main },
    { name: null, main: null },
  ]
  calls.dispatch.async(table, (error: unknown, isDone: unknown) => {
    registered.reject(new Error('Windows did not start this as a service: use agent run'))
    over.resolve(error === null && isDone === true)
  })
  const limit = setTimeout(
    () => registered.reject(new Error('The service manager does not answer')),
    START_LIMIT_MS,
  )
  await registered.promise.finally(() => clearTimeout(limit))
  return {
    stopped: async () => {
      teller.tell(STATE.stopped)
      await over.promise
    },
  }
}

/** The types and functions of the protocol. */
function declare(koffi: typeof Koffi) {
  const advapi32 = koffi.load('advapi32.dll')
  const mainType = koffi.proto('void __stdcall ServiceMain(uint32 count, void *words)')
  const handlerType = koffi.proto(
    'uint32 __stdcall Handler(uint32 control, uint32 type, void *data, void *context)',
  )
  koffi.struct('ServiceEntry', { name: 'str16', main: koffi.pointer(mainType) })
  const fields = ['type', 'state', 'accepted', 'exitCode', 'specificCode', 'checkPoint', 'waitHintMs']
  koffi.struct('ServiceStatus', Object.fromEntries(fields.map((field) => [field, 'uint32'])))
  const calls = {
    dispatch: advapi32.func('bool __stdcall StartServiceCtrlDispatcherW(ServiceEntry *table)'),
    register: advapi32.func(
      'void *__stdcall RegisterServiceCtrlHandlerExW(str16 name, Handler *handler, void *context)',
    ),
    setStatus: advapi32.func('bool __stdcall SetServiceStatus(void *service, ServiceStatus *status)'),
  }
  return { calls, mainType, handlerType }
}

/** Tells the service manager how far the service is. */
class Teller {
  readonly #setStatus: (service: unknown, status: object) => unknown
  #service: unknown = null
  #state: number = STATE.startPending

  constructor(setStatus: (service: unknown, status: object) => unknown) {
    this.#setStatus = setStatus
  }

  get isRunning(): boolean {
    return this.#state === STATE.running
  }

  begin(service: unknown): void {
    this.#service = service
    this.tell(STATE.startPending, START_HINT_MS)
    this.tell(STATE.running)
  }

  tell(state: number, hintMs = 0): void {
    this.#state = state
    const accepted = state === STATE.running ? ACCEPT_STOP_AND_SHUTDOWN : 0
    const zeros = { exitCode: NO_ERROR, specificCode: 0, checkPoint: 0 }
    this.#setStatus(this.#service, { type: OWN_PROCESS, state, accepted, ...zeros, waitHintMs: hintMs })
  }
}

/** Of the service manager, to which it returns a Windows error. */
function answerTo(control: number, teller: Teller, onStop: () => void): number {
  if (control === CONTROL.interrogate) return NO_ERROR
  if (control !== CONTROL.stop && control !== CONTROL.shutdown) return ERROR_CALL_NOT_IMPLEMENTED
  if (teller.isRunning) {
    teller.tell(STATE.stopPending, STOP_HINT_MS)
    setImmediate(onStop)
  }
  return NO_ERROR
}
