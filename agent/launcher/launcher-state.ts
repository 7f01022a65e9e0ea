// What the launcher remembers over restarts and power cuts, and how it changes. Pure.
//
//   begun(1.1) ─▶ proving 1.1 ─┬─ online ─▶ proved: current 1.1, previous 1.0
//                              └─ ended three times, hung, not online ─▶ went back: current 1.0, a failure of 1.1
import { compareVersions, isVersion } from './version-order.ts'

/** A version that is on trial; the one before is `current`. */
export interface Proving {
  readonly version: string
  /** How often it was started; counted before each start, so that a crash of the computer counts too. */
  readonly starts: number
}

/** `left`: a person went back from it. `withdrawn`: its publisher took it back. */
export type FailureCode = 'not_started' | 'not_online' | 'left' | 'withdrawn'

export interface VersionFailure {
  readonly version: string
  readonly code: FailureCode
  /** ISO 8601, as the clock of the computer then was. */
  readonly at: string
  /** How often it was tried and failed. */
  readonly times: number
  readonly detail: string
}

export interface LauncherState {
  /** Has proved itself, or came with the installer. */
  readonly current: string
  readonly previous: string | null
  readonly proving: Proving | null
  /** The newest of each version, newest first. */
  readonly failures: readonly VersionFailure[]
  /** Of the installer's folder when it was looked at last. */
  readonly installed: string
}

/** A version is started so often while it is on trial. */
export const MAX_STARTS = 3
const MAX_FAILURES = 20

export function firstState(installed: string): LauncherState {
  return { current: installed, previous: null, proving: null, failures: [], installed }
}

/** The version that is to run now. */
export function wanted({ current, proving }: LauncherState): string {
  return proving?.version ?? current
}

export function begun(state: LauncherState, version: string): LauncherState {
  return { ...state, proving: { version, starts: 0 } }
}

export function started(state: LauncherState): LauncherState {
  const { proving } = state
  return proving === null ? state : { ...state, proving: { ...proving, starts: proving.starts + 1 } }
}

export function proved(state: LauncherState): LauncherState {
  const { proving, current, failures } = state
  if (proving === null) return state
  const { version } = proving
  return {
    ...state,
    current: version,
    previous: current,
    proving: null,
    failures: failures.filter((failure) => failure.version !== version),
  }
}

export type Why = Pick<VersionFailure, 'code' | 'at' | 'detail'>

/** Back to the version before. Null when there is none. */
export function wentBack(state: LauncherState, why: Why): LauncherState | null {
  const { proving, current, previous } = state
  const left = wanted(state)
  const next =
    proving !== null
      ? { current, previous }
      : previous === null
        ? null
        : { current: previous, previous: null }
  if (next === null) return null
  const times = (state.failures.find(({ version }) => version === left)?.times ?? 0) + 1
  const others = state.failures.filter(({ version }) => version !== left)
  const failures = [{ ...why, version: left, times }, ...others].slice(0, MAX_FAILURES)
  return { ...state, ...next, proving: null, failures }
}

/** Somebody ran an installer: a newer version than the one that runs takes its place, without a trial. */
export function withInstalled(state: LauncherState, installed: string): LauncherState {
  if (installed === state.installed) return state
  const isNewer = compareVersions(installed, wanted(state)) > 0
  if (!isNewer) return { ...state, installed }
  return { ...state, installed, current: installed, previous: state.current, proving: null }
}

/** Null when the file is not one of ours: the launcher then goes on with what the installer brought. */
export function readState(text: string): LauncherState | null {
  try {
    return stateOf(JSON.parse(text))
  } catch {
    return null
  }
}

function stateOf(value: unknown): LauncherState | null {
  if (!isRecord(value)) return null
  const { current, previous, installed, failures, proving } = value
  if (!isVersionText(current) || !isVersionText(installed)) return null
  return {
    current,
    installed,
    proving: provingOf(proving),
    previous: isVersionText(previous) ? previous : null,
    failures: Array.isArray(failures) ? failures.flatMap(failureOf).slice(0, MAX_FAILURES) : [],
  }
}

function provingOf(value: unknown): Proving | null {
  if (!isRecord(value)) return null
  const { version, starts } = value
  return isVersionText(version) && isCount(starts) ? { version, starts } : null
}

const CODES: readonly FailureCode[] = ['not_started', 'not_online', 'left', 'withdrawn']

function failureOf(value: unknown): VersionFailure[] {
  if (!isRecord(value)) return []
  const { version, at, times, detail } = value
  const code = CODES.find((one) => one === value['code'])
  if (!isVersionText(version) || code === undefined || !isInstant(at)) return []
  if (!isCount(times) || typeof detail !== 'string') return []
  return [{ version, code, at, times, detail }]
}

function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

function isVersionText(value: unknown): value is string {
  return typeof value === 'string' && isVersion(value)
}

function isInstant(value: unknown): value is string {
  return typeof value === 'string' && /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}\.\d{3}Z$/.test(value)
}

function isCount(value: unknown): value is number {
  return typeof value === 'number' && Number.isSafeInteger(value) && value >= 0
}
