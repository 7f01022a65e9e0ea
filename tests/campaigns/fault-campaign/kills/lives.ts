// One process's lives: started, killed as its plan says, started again, and how long until its listener was open again.
import { setTimeout as delay } from 'node:timers/promises'
import { connects } from '../../../kit/sender.ts'
import {
  startProgram,
  type ChildProgram,
  type ProgramStart,
} from '../../../../scripts/start/child-program.ts'
import type { PlannedKill, ProcessName } from './plan.ts'

export interface Death {
  readonly process: ProcessName
  readonly how: PlannedKill['how']
  /** The point was not reached in time, so it was killed at any moment. */
  readonly isLate: boolean
  /** Its system died with it. */
  readonly isPowerCut: boolean
  /** From the end of the process to a port that takes connections again; null when it died before. */
  readonly recoveryMs: number | null
}

export interface LivesParts {
  readonly process: ProcessName
  readonly start: Omit<ProgramStart, 'name'>
  readonly name: string
  /** Where labels, or devices, come in. */
  readonly listener: { readonly host: string; readonly port: number }
  /** For asking the listener. */
  readonly from: string
  readonly plannedKills: readonly PlannedKill[]
  /** Kills everything else of its computer; with every second end of the process, where there is one. */
  readonly cutPower?: (() => Promise<void>) | undefined
  readonly onDeath: (death: Death) => void
}

const OPEN_LIMIT_MS = 240_000
/** Labels go through the hub while the LAN is away only. */
const POINT_LIMIT_MS = { printer: 150_000, client: 150_000, hub: 180_000 }
const STOP_LIMIT_MS = 3_000
/** By the signal; on Windows a process that kills itself ends with that code (windows-hooks.ts). */
const KILLED = /SIGKILL|code 137/

export interface LivingProcess {
  readonly stop: (limitMs?: number) => Promise<void>
}

/** Resolves with the last life, which nobody ends, once all planned kills are done. Throws when it does not come back. */
export async function liveOn(parts: LivesParts): Promise<LivingProcess> {
  let endedAt: number | null = null
  let last: Omit<Death, 'recoveryMs'> | null = null
  for (const [n, kill] of [...parts.plannedKills, null].entries()) {
    const life = await born(parts, kill)
    const recoveryMs = endedAt === null || !life.isOpen ? null : performance.now() - endedAt
    if (last !== null) parts.onDeath({ ...last, recoveryMs })
    if (kill === null) return { stop: async (limitMs = STOP_LIMIT_MS) => life.program.stop(limitMs) }
    const isLate = await dies(life, kill, POINT_LIMIT_MS[parts.process])
    const isPowerCut = parts.cutPower !== undefined && n % 2 === 1
    if (isPowerCut) await parts.cutPower?.()
    endedAt = performance.now()
    last = { process: parts.process, how: kill.how, isLate, isPowerCut }
  }
  throw new Error('a process has one life more than planned kills')
}

interface Life {
  /** Its listener was open. */
  readonly isOpen: boolean
  readonly program: ChildProgram
  readonly ended: Promise<string>
}

async function born(
  { name, start, listener, from, ...parts }: LivesParts,
  kill: PlannedKill | null,
): Promise<Life> {
  const armed = kill === null || kill.how === 'kill' ? undefined : `${kill.how}:${kill.hit}`
  const variable = parts.process === 'hub' ? 'Hub__Failpoint' : 'Agent__Failpoint'
  const environment = { ...start.environment, [variable]: armed }
  const program = startProgram({ ...start, name, environment })
  const ended = new Promise<string>((resolve) => program.onUnexpectedEnd(resolve))
  const opened = opens(listener, from)
  // A point may be reached before its listener is found open.
  const first = await Promise.race([opened, ended])
  if (typeof first === 'string' && !KILLED.test(first)) throw new Error(first)
  if (first === false) throw new Error(`${name} was not ready within ${OPEN_LIMIT_MS / 1_000} s of its start`)
  return { isOpen: first === true, program, ended }
}

/** True when it had to be killed because its point was not reached. */
async function dies({ program, ended }: Life, kill: PlannedKill, limitMs: number): Promise<boolean> {
  const waitMs = kill.how === 'kill' ? kill.afterMs : limitMs
  const timer = new AbortController()
  const early = await Promise.race([ended, delay(waitMs, null, { signal: timer.signal }).catch(() => null)])
  timer.abort()
  const end = early ?? (await killed(program, ended))
  if (!KILLED.test(end)) throw new Error(end)
  return early === null && kill.how !== 'kill'
}

async function killed({ pid }: ChildProgram, ended: Promise<string>): Promise<string> {
  process.kill(pid, 'SIGKILL')
  return ended
}

async function opens(listener: LivesParts['listener'], from: string): Promise<boolean> {
  const until = performance.now() + OPEN_LIMIT_MS
  while (performance.now() < until) {
    if (await connects(listener, from)) return true
    await delay(20)
  }
  return false
}
