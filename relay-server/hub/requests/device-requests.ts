// What staff ask of one device now, carried by name. Addressed by session, so that it reaches no other.
import {
  checkedRequest,
  deviceRequests,
  type DeviceRequestName,
} from '@pharmacy-relay/shared/hub/device-requests.ts'
import { HubError } from '@pharmacy-relay/shared/hub/request-reply.ts'
import { readerOf } from '@pharmacy-relay/shared/wire.ts'
import type { z } from 'zod'
import { currentTraceId } from '../../http/trace.ts'
import type { HubSettings } from '../limits/settings.ts'
import { inWindow } from '../limits/window.ts'
import type { Session } from '../sessions/session.ts'
import type { SessionTable } from '../sessions/session-table.ts'

export interface DeviceRequestsParts {
  readonly table: Pick<SessionTable, 'find'>
  readonly settings: Pick<HubSettings, 'maxRequestsPerDevice' | 'longestRequestMs'>
}

export class DeviceRequests {
  readonly #parts: DeviceRequestsParts

  constructor(parts: DeviceRequestsParts) {
    this.#parts = parts
  }

  /**
   * The device's answer, checked. A device that knows traces hears the one of whoever asks. Throws HubError: UNKNOWN_EVENT and INVALID (the table does not know it so), PEER_OFFLINE
   * (no such session here), PEER_GONE (left before it answered), QUEUE_FULL, TIMEOUT (it may have done it), INVALID (the
   * answer is not what was asked for), or the device's own refusal.
   */
  async ask(sessionId: string, name: string, given: readonly unknown[]): Promise<unknown> {
    const { maxRequestsPerDevice, longestRequestMs } = this.#parts.settings
    const { name: event, args } = checkedRequest(name, given)
    const { socket, staffRequests, facts } = this.#session(sessionId)
    const timeoutMs = Math.min(longestRequestMs, deviceRequests[event].deadline.deviceMs)
    const traceId = facts.hello.knows?.includes('AskTracedAsync') === true ? currentTraceId() : null
    return inWindow(staffRequests, maxRequestsPerDevice, async () => {
      if (traceId === null) return socket.ask<DeviceRequestName>({ event, args, timeoutMs })
      const call = { name: event, args: [...args], traceId }
      return checkedAnswer(event, await socket.ask({ event: 'AskTracedAsync', args: [call], timeoutMs }))
    })
  }

  #session(sessionId: string): Session {
    const session = this.#parts.table.find(sessionId)
    if (session?.socket.usable !== true) throw new HubError('PEER_OFFLINE', 'That device is offline')
    return session
  }
}

function checkedAnswer(name: DeviceRequestName, answer: unknown): unknown {
  const checked = readerOf(deviceRequests[name].reply as z.ZodType).safeParse(answer)
  if (checked.success) return checked.data
  throw new HubError('INVALID', `${name}: the reply data is not valid`)
}
