// The calls of advapi32.dll that a service is installed and watched with, through koffi. They fail with null or false,
// and `lastError` says why.
import type Koffi from 'koffi'
import { z } from 'zod'

/** A pointer that koffi hands out; only ever handed back. */
export type Handle = NonNullable<unknown>

export interface NewService {
  readonly name: string
  readonly title: string
  readonly rights: number
  readonly type: number
  readonly start: number
  readonly errorControl: number
  readonly commandLine: string
  readonly account: string
}

export interface Restarts {
  readonly resetS: number
  readonly actions: readonly { readonly type: number; readonly pauseMs: number }[]
}

export interface Advapi32 {
  lastError(): number
  openManager(rights: number): Handle | null
  open(manager: Handle, name: string, rights: number): Handle | null
  create(manager: Handle, service: NewService): Handle | null
  close(handle: Handle): void
  describe(service: Handle, text: string): boolean
  ownSid(service: Handle): boolean
  restartOnFailure(service: Handle, restarts: Restarts): boolean
  start(service: Handle): boolean
  control(service: Handle, control: number): boolean
  remove(service: Handle): boolean
  /** Throws Error when it cannot be asked, as the next. */
  state(service: Handle): number
  startType(service: Handle): number
}

/** Levels of ChangeServiceConfig2W. */
const LEVEL = { description: 1, failureActions: 2, sid: 5 } as const
/** SERVICE_SID_TYPE_UNRESTRICTED. */
const OWN_SID = 1
const Status = z.object({ state: z.number() })
/** QUERY_SERVICE_CONFIGW begins with type, start type and error control; its limit is 8 KiB. */
const CONFIG_BYTES = 8_192
const START_TYPE_AT = 4

let opened: Promise<Advapi32> | null = null

/** Windows only. Throws Error when koffi or the library cannot be loaded. */
export async function openAdvapi32(): Promise<Advapi32> {
  opened ??= load()
  return opened
}

async function load(): Promise<Advapi32> {
  // Here, so that no other system needs koffi's binary.
  const { default: koffi } = await import('koffi')
  declareStructs(koffi)
  const error = koffi.load('kernel32.dll').func('uint32 __stdcall GetLastError()')
  const lastError = (): number => z.number().parse(error())
  const library = koffi.load('advapi32.dll')
  const call: Declare = (declaration) => library.func(declaration)
  const close = call('bool __stdcall CloseServiceHandle(void *handle)')
  return {
    lastError,
    close: (handle) => void close(handle),
    ...managerCalls(call),
    ...configCalls(call),
    ...controlCalls(call),
    ...questions(call, lastError),
  }
}

type Declare = (declaration: string) => (...given: unknown[]) => unknown

function declareStructs(koffi: typeof Koffi): void {
  koffi.struct('ServiceText', { text: 'str16' })
  koffi.struct('ServiceFlag', { flag: 'int' })
  const action = koffi.struct('ServiceAction', { type: 'int', pauseMs: 'uint32' })
  koffi.struct('ServiceRestarts', {
    resetS: 'uint32',
    message: 'str16',
    command: 'str16',
    count: 'uint32',
    actions: koffi.pointer(action),
  })
  const states = ['type', 'state', 'accepted', 'exitCode', 'specificCode', 'checkPoint', 'waitHintMs']
  koffi.struct('ServiceState', Object.fromEntries(states.map((field) => [field, 'uint32'])))
}

function managerCalls(call: Declare): Pick<Advapi32, 'openManager' | 'open' | 'create'> {
  const manager = call('void *__stdcall OpenSCManagerW(str16 computer, str16 database, uint32 rights)')
  const open = call('void *__stdcall OpenServiceW(void *manager, str16 name, uint32 rights)')
  const create = call(
    'void *__stdcall CreateServiceW(void *manager, str16 name, str16 title, uint32 rights, uint32 type, uint32 start, uint32 errorControl, str16 command, str16 group, void *tag, str16 needs, str16 account, str16 password)',
  )
  return {
    openManager: (rights) => manager(null, null, rights) ?? null,
    open: (from, name, rights) => open(from, name, rights) ?? null,
    create: (from, { name, title, rights, type, start, errorControl, commandLine, account }) => {
      const kind = [rights, type, start, errorControl]
      return create(from, name, title, ...kind, commandLine, null, null, null, account, null) ?? null
    },
  }
}

function configCalls(call: Declare): Pick<Advapi32, 'describe' | 'ownSid' | 'restartOnFailure'> {
  const change = (value: string): ReturnType<Declare> =>
    call(`bool __stdcall ChangeServiceConfig2W(void *service, uint32 level, ${value} *value)`)
  const changeText = change('ServiceText')
  const changeFlag = change('ServiceFlag')
  const changeRestarts = change('ServiceRestarts')
  return {
    describe: (service, text) => changeText(service, LEVEL.description, { text }) === true,
    ownSid: (service) => changeFlag(service, LEVEL.sid, { flag: OWN_SID }) === true,
    restartOnFailure: (service, { resetS, actions }) =>
      changeRestarts(service, LEVEL.failureActions, {
        resetS,
        message: null,
        command: null,
        count: actions.length,
        actions: [...actions],
      }) === true,
  }
}

function controlCalls(call: Declare): Pick<Advapi32, 'start' | 'control' | 'remove'> {
  const start = call('bool __stdcall StartServiceW(void *service, uint32 count, void *words)')
  const control = call(
    'bool __stdcall ControlService(void *service, uint32 control, _Out_ ServiceState *state)',
  )
  const remove = call('bool __stdcall DeleteService(void *service)')
  return {
    start: (service) => start(service, 0, null) === true,
    control: (service, wanted) => control(service, wanted, {}) === true,
    remove: (service) => remove(service) === true,
  }
}

function questions(call: Declare, lastError: () => number): Pick<Advapi32, 'state' | 'startType'> {
  const query = call('bool __stdcall QueryServiceStatus(void *service, _Out_ ServiceState *state)')
  const config = call(
    'bool __stdcall QueryServiceConfigW(void *service, _Out_ void *config, uint32 bytes, _Out_ uint32 *needed)',
  )
  return {
    state: (service) => {
      const found = {}
      if (query(service, found) !== true) throw new Error(`Windows error ${lastError()}`)
      return Status.parse(found).state
    },
    startType: (service) => {
      const found = Buffer.alloc(CONFIG_BYTES)
      if (config(service, found, found.length, [0]) !== true) throw new Error(`Windows error ${lastError()}`)
      return found.readUInt32LE(START_TYPE_AT)
    },
  }
}
