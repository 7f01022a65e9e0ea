// For tests: what devices heard of assignments, what the registry was told of them, and devices that answer late.
import { PrinterAssignment } from '@pharmacy-relay/shared/printer-assignment.ts'
import { expect } from 'vitest'
import { type TestDevice, type TestHub } from './test-hub.ts'

export type Registered = Awaited<ReturnType<TestHub['register']>>

/** What the device heard of roles and assignments, oldest first: `Server`, `v2`. */
export function heardOf(device: TestDevice): string[] {
  return device.heard.flatMap(({ event, args: [first] }) => {
    if (event === 'RoleChangedAsync') return [String(first)]
    return event === 'PrinterConfigChangedAsync' ? [`v${PrinterAssignment.parse(first).version}`] : []
  })
}

/** What the registry was told of a device's assignments: `1 sent`. */
export function progressOf(hub: TestHub, device: Registered): string[] {
  return hub.registry.progress
    .filter(({ sessionId }) => sessionId === device.identity.connectionId)
    .map(({ config }) => `${config.version} ${config.state}`)
}

export function push(hub: TestHub, device: Registered, ...assignments: PrinterAssignment[]): void {
  const { connectionId } = device.identity
  for (const assignment of assignments) hub.hub.pushAssignments([{ sessionId: connectionId, assignment }])
}

/** Registered, and done with the assignment of its registration. */
export async function settledDevice(hub: TestHub, options: Parameters<TestHub['register']>[0] = {}) {
  const device = await hub.register(options)
  await expect.poll(() => progressOf(hub, device)).toEqual(['1 sent', '1 received'])
  return device
}

/** A device that answers its assignments only when told to. */
export function slowAnswers() {
  const gates: PromiseWithResolvers<null>[] = []
  const PrinterConfigChangedAsync = async () => {
    const gate = Promise.withResolvers<null>()
    gates.push(gate)
    return gate.promise
  }
  return { gates, handlers: { PrinterConfigChangedAsync } }
}
