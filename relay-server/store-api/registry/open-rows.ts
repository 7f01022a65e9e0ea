// The rows that an `open` makes: the computer as it introduced itself, its session, and the answer.
import type { OpenOperation, OpenedSession } from '@pharmacy-relay/shared/api/relay-registry.ts'
import { roleNumber } from '@pharmacy-relay/shared/device-role.ts'
import type { ComputerRow } from './computers.queries.ts'
import type { NewSession, SessionRow } from './sessions.queries.ts'

/** An opened session but for its assignment, which is settled when all rows are written. */
export type OpenedRow = Omit<OpenedSession, 'assignment'>
export interface Opened {
  readonly ok: true
  readonly data: OpenedRow
}

/** The row after the device introduced itself; its role and key stay as they are. */
export function told(computer: ComputerRow, operation: OpenOperation, isTooOld: boolean): ComputerRow {
  const { registration, remoteIp } = operation
  return {
    ...computer,
    pcName: registration.computerName,
    username: registration.username,
    email: registration.email,
    localIpAddress: registration.localIpAddress,
    publicIpAddress: remoteIp,
    softwareVersion: registration.clientVersion,
    reportedRole: roleNumber(registration.role),
    isTooOld,
    connSeq: isTooOld ? computer.connSeq : computer.connSeq + 1,
  }
}

export function differs(before: ComputerRow, after: ComputerRow): boolean {
  return SEEN.some((column) => before[column] !== after[column])
}

const SEEN = [
  'pcName',
  'username',
  'email',
  'localIpAddress',
  'publicIpAddress',
  'softwareVersion',
  'reportedRole',
  'isTooOld',
] as const satisfies readonly (keyof ComputerRow)[]

export function newSession(operation: OpenOperation, computer: ComputerRow): NewSession {
  return {
    sessionId: operation.sessionId,
    computerId: computer.id,
    customerId: computer.customerId,
    connSeq: computer.connSeq,
    bootId: operation.hello.bootId,
    remoteIp: operation.remoteIp,
    agentVersion: operation.hello.agentVersion,
    openId: operation.id,
  }
}

export function opened(session: Pick<SessionRow, 'sessionId' | 'connSeq'>, computer: ComputerRow): Opened {
  return {
    ok: true,
    data: {
      kind: 'open',
      sessionId: session.sessionId,
      customerId: computer.customerId,
      computerId: computer.id,
      deviceKey: computer.deviceKey,
      connSeq: session.connSeq,
    },
  }
}
