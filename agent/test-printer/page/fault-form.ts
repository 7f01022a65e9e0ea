// The page's buttons as form fields, and what each one asks for.
import { ProblemError } from '@pharmacy-relay/shared/problem.ts'
import { FaultChange } from '../faults.ts'

export type PageChange = FaultChange | 'clear-faults' | 'empty-roll'

/** Faults that are on or off: the field's name and what the button says. */
export const SWITCHES = [
  { name: 'paperOut', label: 'Paper out' },
  { name: 'headOpen', label: 'Head open' },
  { name: 'ribbonOut', label: 'Ribbon out' },
  { name: 'tooHot', label: 'Head too hot' },
  { name: 'paused', label: 'Pause' },
  { name: 'refuse', label: 'Refuse connections' },
  { name: 'neverRead', label: 'Accept, never read' },
  { name: 'powerOff', label: 'Power off' },
] as const

/** Faults that have a number; an empty field takes the fault away. */
export const NUMBERS = [
  { name: 'slow', label: 'Slow: bytes per second', min: 1, max: 100_000_000 },
  { name: 'resetAtByte', label: 'Reset at byte', min: 0, max: 1_000_000_000 },
  { name: 'powerOffAtByte', label: 'Power off at byte', min: 0, max: 1_000_000_000 },
  { name: 'stallAtByte', label: 'Stop reading at byte', min: 0, max: 1_000_000_000 },
] as const

const SWITCH_NAMES: ReadonlySet<string> = new Set(SWITCHES.map(({ name }) => name))

/** Reads `change` and `value`. Throws ProblemError invalid when the page has no such button. */
export function changeFromForm(form: URLSearchParams): PageChange {
  const name = form.get('change') ?? ''
  const value = form.get('value') ?? ''
  if (name === 'clear-faults' || name === 'empty-roll') return name
  const change = FaultChange.safeParse({ [name]: faultValue(name, value) })
  if (!change.success) throw new ProblemError('invalid', 'the page has no such button')
  return change.data
}

function faultValue(name: string, value: string): unknown {
  if (SWITCH_NAMES.has(name)) return value === 'true'
  if (value === '') return null
  return name === 'slow' ? { bytesPerSecond: Number(value) } : Number(value)
}
