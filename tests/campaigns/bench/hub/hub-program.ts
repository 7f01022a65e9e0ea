// A program: the real relay hub, alone in its process, so that its memory can be read and it can be killed. Argument: port.
import { createServer } from 'node:http'
import { listening } from '@pharmacy-relay/shared/test/listening.ts'
import type { CloseReason } from '@pharmacy-relay/shared/device.ts'
import { createRigHub, openedAs, type RigRegistry } from '../../../kit/hub.ts'
import { deviceNamed, documentOf } from './documents.ts'
import { obey, tell } from './program.ts'

const REVOKED = { code: 'REVOKED', message: 'An admin ended the access of this computer' } as const

const [port = '0'] = process.argv.slice(2)
const sessionByDevice = new Map<number, string>()
const deviceBySession = new Map<string, number>()
let version = 1
let connSeq = 0

const server = createServer()
const hub = createRigHub(server, registry())
hub.start()
obey({
  push: (device) => {
    version += 1
    hub.pushAssignments([{ sessionId: sessionOf(device), assignment: documentOf(version) }])
  },
  revoke: (device) => {
    const reason: CloseReason = 'revoked'
    hub.revoke([{ sessionId: sessionOf(device), reason, end: REVOKED }])
  },
})
tell({ news: 'listening', port: await listening(server, { port: Number(port) }) })

function registry(): RigRegistry {
  return {
    open: async (opening) => {
      const device = deviceNamed(opening.registration.computerName)
      sessionByDevice.set(device, opening.sessionId)
      deviceBySession.set(opening.sessionId, device)
      connSeq += 1
      return { ...openedAs(opening, device + 1, documentOf(version)), connSeq }
    },
    close: async ({ sessionId }) => {
      const device = deviceBySession.get(sessionId)
      if (device !== undefined) tell({ news: 'closed', device })
    },
  }
}

function sessionOf(device: number): string {
  const sessionId = sessionByDevice.get(device)
  if (sessionId === undefined) throw new Error(`device ${device} never came`)
  return sessionId
}
