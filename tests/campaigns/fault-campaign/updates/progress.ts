// One computer on its way to a version: asked to look for it until it has proved itself, or was left.
import { setTimeout as delay } from 'node:timers/promises'
import { askAgent } from '../../../../agent/contract/socket-client.ts'
import { stateFile } from '../../../../agent/launcher/layout.ts'
import type { FailureCode, LauncherState } from '../../../../agent/launcher/launcher-state.ts'
import { loadState } from '../../../../agent/launcher/state-file.ts'
import type { Computer } from '../../../kit/pharmacy.ts'

export interface Updated {
  readonly version: string
  /** From its publication until it had proved itself. */
  readonly ms: number
  /** It went back from it before, because it was killed too often while it was on trial. */
  readonly wasLeft: boolean
}

const LIMIT_MS = 240_000
const LOOK_EVERY_MS = 100
/** By itself an agent looks every six hours. */
const ASK_EVERY_MS = 1_000

/** Throws when it does not come to it in time. */
export async function reachesVersion(computer: Computer, version: string): Promise<Updated> {
  const startedAt = performance.now()
  let wasLeft = false
  await askedUntil(computer, version, (state) => {
    wasLeft ||= failureOf(state, version) !== null
    return state.current === version && state.proving === null
  })
  return { version, ms: performance.now() - startedAt, wasLeft }
}

/** Why it went back. Throws when it does not leave it in time. */
export async function leavesVersion(computer: Computer, version: string): Promise<FailureCode> {
  let code: FailureCode | null = null
  await askedUntil(computer, version, (state) => (code = failureOf(state, version)) !== null)
  return code ?? 'not_started'
}

async function askedUntil(
  { name, controlSocket, start }: Computer,
  version: string,
  isSo: (state: LauncherState) => boolean,
): Promise<void> {
  const file = stateFile(start.environment['Agent__DataFolder'] ?? '')
  const untilMs = performance.now() + LIMIT_MS
  let askedAtMs = 0
  while (performance.now() < untilMs) {
    const state = loadState(file)
    if (state !== null && isSo(state)) return
    if ((state?.proving ?? null) === null && performance.now() - askedAtMs > ASK_EVERY_MS) {
      askedAtMs = performance.now()
      // One that is being killed or exchanged does not answer.
      await askAgent(controlSocket, 'checkUpdates', null).catch(() => null)
    }
    await delay(LOOK_EVERY_MS)
  }
  const status = await askAgent(controlSocket, 'updates', null).catch(String)
  throw new Error(
    `${name} did not come to ${version}: ${JSON.stringify(loadState(file))}, ${JSON.stringify(status)}`,
  )
}

function failureOf({ failures }: LauncherState, version: string): FailureCode | null {
  return failures.find((failure) => failure.version === version)?.code ?? null
}
