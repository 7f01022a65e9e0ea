// Asks Windows' service manager, by its own calls: their errors are numbers, while what sc.exe prints depends on the
// language. Source: winsvc.h and "Service Functions" of the Windows documentation.
import { setTimeout as delay } from 'node:timers/promises'
import type { WindowsAct } from '../step.ts'
import { openAdvapi32, type Advapi32, type Handle } from './advapi32.ts'
import { windowsErrorText, WINDOWS_ERROR } from './windows-errors.ts'

type ServiceAct = Exclude<WindowsAct, { readonly kind: 'closed-folder' }>

export interface WindowsServiceState {
  /** winsvc.h: 1 stopped, 2 starting, 3 stopping, 4 running. */
  readonly state: number
  readonly startsWithComputer: boolean
}

const MANAGER_RIGHTS = { connect: 0x1, create: 0x2 } as const
/** SERVICE_QUERY_CONFIG, SERVICE_QUERY_STATUS; SERVICE_START; SERVICE_STOP; SERVICE_CHANGE_CONFIG; DELETE. */
const RIGHTS = {
  look: 0x1 | 0x4,
  start: 0x10,
  stop: 0x20 | 0x4,
  change: 0x2 | 0x10,
  remove: 0x1_0000,
} as const
const ALL = RIGHTS.look | RIGHTS.start | RIGHTS.stop | RIGHTS.change | RIGHTS.remove
const [OWN_PROCESS, AUTO_START, ERROR_NORMAL, CONTROL_STOP] = [0x10, 2, 1, 1]
const ACTION_RESTART = 1
const STATE = { stopped: 1, running: 4 } as const
const LIMIT_MS = 30_000
const LOOK_EVERY_MS = 200

/** Null when it is not installed. Throws Error in words. */
export async function lookAtService(name: string): Promise<WindowsServiceState | null> {
  const api = await openAdvapi32()
  const service = open(api, name, RIGHTS.look)
  if (service === null) return null
  try {
    return { state: api.state(service), startsWithComputer: api.startType(service) === AUTO_START }
  } finally {
    api.close(service)
  }
}

/** Whether this account may install services. */
export async function mayCreateServices(): Promise<boolean> {
  const api = await openAdvapi32()
  const manager = api.openManager(MANAGER_RIGHTS.connect | MANAGER_RIGHTS.create)
  if (manager !== null) api.close(manager)
  return manager !== null
}

/** Throws Error in words. Waits until a service has started or stopped, 30 s at most. */
export async function actOnService(name: string, act: ServiceAct): Promise<void> {
  const api = await openAdvapi32()
  if (act.kind === 'create') return create(api, name, act.service)
  const service = open(api, name, ALL)
  if (service === null) throw new Error(windowsErrorText(WINDOWS_ERROR.noSuchService))
  try {
    switch (act.kind) {
      case 'describe':
        return expect(api, api.describe(service, act.text))
      case 'own-sid':
        return expect(api, api.ownSid(service))
      case 'restart-on-failure': {
        const actions = act.pausesMs.map((pauseMs) => ({ type: ACTION_RESTART, pauseMs }))
        return expect(api, api.restartOnFailure(service, { resetS: act.resetS, actions }))
      }
      case 'start':
        if (!api.start(service)) throwUnless(api, WINDOWS_ERROR.runsAlready)
        return await untilState(api, service, STATE.running)
      case 'stop':
        if (!api.control(service, CONTROL_STOP)) throwUnless(api, WINDOWS_ERROR.notActive)
        return await untilState(api, service, STATE.stopped)
      case 'delete':
        return expect(api, api.remove(service))
      default:
        return act satisfies never
    }
  } finally {
    api.close(service)
  }
}

/** A service that was removed is there until everybody who looks at it has closed it: waited for, 30 s at most. */
async function create(
  api: Advapi32,
  name: string,
  { title, account, commandLine }: Extract<WindowsAct, { readonly kind: 'create' }>['service'],
): Promise<void> {
  const manager = managerOf(api, MANAGER_RIGHTS.connect | MANAGER_RIGHTS.create)
  const limit = performance.now() + LIMIT_MS
  try {
    const kinds = { type: OWN_PROCESS, start: AUTO_START, errorControl: ERROR_NORMAL }
    const wanted = { name, title, rights: ALL, ...kinds, commandLine, account }
    for (;;) {
      const service = api.create(manager, wanted)
      if (service !== null) return api.close(service)
      const code = api.lastError()
      if (code !== WINDOWS_ERROR.beingRemoved || performance.now() > limit)
        throw new Error(windowsErrorText(code))
      await delay(LOOK_EVERY_MS)
    }
  } finally {
    api.close(manager)
  }
}

async function untilState(api: Advapi32, service: Handle, wanted: number): Promise<void> {
  const limit = performance.now() + LIMIT_MS
  while (api.state(service) !== wanted) {
    const hasEnded = wanted === STATE.running && api.state(service) === STATE.stopped
    if (hasEnded) throw new Error('The service ended as soon as it was started')
    if (performance.now() > limit)
      throw new Error(`Windows was not done with that within ${LIMIT_MS / 1_000} s`)
    await delay(LOOK_EVERY_MS)
  }
}

/** Null when there is none of that name. */
function open(api: Advapi32, name: string, rights: number): Handle | null {
  const manager = managerOf(api, MANAGER_RIGHTS.connect)
  try {
    const service = api.open(manager, name, rights)
    const code = service === null ? api.lastError() : 0
    if (service === null && code !== WINDOWS_ERROR.noSuchService) throw new Error(windowsErrorText(code))
    return service
  } finally {
    api.close(manager)
  }
}

function managerOf(api: Advapi32, rights: number): Handle {
  const manager = api.openManager(rights)
  if (manager === null) throw new Error(windowsErrorText(api.lastError()))
  return manager
}

function expect(api: Advapi32, isDone: boolean): void {
  if (!isDone) throw new Error(windowsErrorText(api.lastError()))
}

function throwUnless(api: Advapi32, fine: number): void {
  const code = api.lastError()
  if (code !== fine) throw new Error(windowsErrorText(code))
}
