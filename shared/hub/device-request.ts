// The form of a request of staff to one device, and what most rows of device-requests.ts have in common.
import { z } from 'zod'
import type { Endpoint } from '../api/endpoint.ts'
import type { StaffActionKind } from '../api/staff-history.ts'
import type { RoleNumber } from '../device-role.ts'
import { Id } from '../ids.ts'
import type { Exchange } from './request-reply.ts'

export interface DeviceRequest extends Exchange {
  readonly deadline: Deadline
  /** What to do when it was asked and not answered, for one that may not simply be asked again; null: it may. */
  readonly ifUnanswered: string | null
  /** What a computer must be to be asked: anything, one with a role, the one with the printer. */
  readonly needs: Need
  /** An answer as a device gives it: what devices of tests answer, and what its page is looked at with. */
  readonly sample: unknown
  readonly log: LogEntry | null
  /** Who may ask, and where. Names its computer in the path or in the body. */
  readonly endpoint: Endpoint
  /** The arguments, from the parameters of the endpoint, those of its query among them. */
  argsOf(params: Readonly<Record<string, unknown>>): readonly unknown[]
  /** Whether a device of an earlier version refuses these arguments as INVALID; absent: none does. */
  isNewer?(args: readonly unknown[]): boolean
}

/** How long each waits for the next: the hub for the device, the store API for the hub, staff for the whole; in ms. */
export interface Deadline {
  readonly deviceMs: number
  readonly hubMs: number
  readonly totalMs: number
}

/** What the staff log keeps of it. */
export interface LogEntry {
  readonly action: StaffActionKind
  /** `asked`: before a connected device is asked, which may do it although no answer comes. `answered`: before anybody reads it. */
  readonly at: 'asked' | 'answered'
  /** Names the computer; never values of patients or secrets. At most 500 characters. */
  summary(pcName: string, args: readonly unknown[], answer: unknown): string
}

export type Need = 'nothing' | 'role' | 'printer'

/** Why a computer with this role is not asked; null: it may be. */
export function lacking(needs: Need, role: RoleNumber): 'computer_no_part' | 'computer_no_printer' | null {
  if (needs !== 'nothing' && role === 0) return 'computer_no_part'
  return needs === 'printer' && role !== 1 ? 'computer_no_printer' : null
}

/** The most that staff wait, and the time for the way back out of it. */
const DEADLINE: Deadline = { deviceMs: 8_000, hubMs: 9_000, totalMs: 10_000 }

/** Of a request with nothing to say but its name, which any computer may be asked, and asked again. */
export const PLAIN = {
  args: z.tuple([]),
  argsOf: () => [],
  deadline: DEADLINE,
  ifUnanswered: null,
  needs: 'nothing',
} as const

export const REFUSALS = ['state_conflict', 'device_offline', 'device_timeout'] as const

/** What an endpoint replies: the device's answer, and whose it is. */
export function answered<R extends z.ZodType>(reply: R) {
  return { status: 200, schema: z.strictObject({ computerId: Id, answer: reply }) } as const
}
