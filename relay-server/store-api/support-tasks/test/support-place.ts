// For tests: a store API with pharmacies, computers that are connected, and members of staff by name.
import { randomUUID } from 'node:crypto'
import type { Endpoint, EndpointCall, EndpointResult } from '@pharmacy-relay/shared/api/endpoint.ts'
import { storeApi } from '@pharmacy-relay/shared/api/store-api.ts'
import type { NewTask } from '@pharmacy-relay/shared/api/support/support-tasks-api.ts'
import type { SupportTaskDetail, TaskMessage } from '@pharmacy-relay/shared/api/support/support-task.ts'
import type { HelpTask } from '@pharmacy-relay/shared/api/support/help.ts'
import type { UserRole } from '@pharmacy-relay/shared/user-role.ts'
import { startPlace, type Place } from '../../test/test-app.ts'
import { keepHubAlive } from '../../test/test-portal.ts'
import { newDevice, newHub, newPharmacy, type TestPharmacy } from '../../test/test-store.ts'

export interface TestStaff {
  readonly guid: string
  readonly name: string
  call<E extends Endpoint>(
    entry: E,
    input: Partial<EndpointCall<E>>,
    version?: number,
  ): Promise<EndpointResult<E>>
  claim(taskId: number): Promise<SupportTaskDetail>
  say(taskId: number, text: string, afterSeq?: number | null): Promise<TaskMessage>
  /** The newest state of a task, as he sees it. */
  see(taskId: number): Promise<SupportTaskDetail>
}

export interface TestPc {
  readonly pharmacy: TestPharmacy
  readonly computerId: number
  readonly sessionId: string
  ask(text?: string | null, clientId?: string): Promise<HelpTask>
  say(taskId: number, text: string, clientId?: string): Promise<unknown>
}

export interface SupportPlace extends Place {
  staff(name: string, role?: UserRole): Promise<TestStaff>
  pc(pharmacy?: TestPharmacy): Promise<TestPc>
  /** A free task of a pharmacy. */
  newTask(changes?: Partial<NewTask>): Promise<SupportTaskDetail>
}

export async function startSupport(name: string): Promise<SupportPlace> {
  const place = await startPlace(name)
  const { site, store } = place
  const hub = newHub(store)
  const staff = async (called: string, role: UserRole = 'Support'): Promise<TestStaff> => {
    const guid = randomUUID()
    const token = await site.tokens.tokenFor(role, { claims: { sub: guid, name: called } })
    const call: TestStaff['call'] = async (entry, input, version) =>
      site.call(entry, input, { token, ...(version === undefined ? {} : { version }) })
    const params = (taskId: number) => ({ params: { taskId: String(taskId) } })
    return {
      guid,
      name: called,
      call,
      claim: async (taskId) => call(storeApi.claimSupportTask, params(taskId)),
      say: async (taskId, text, afterSeq = null) =>
        call(storeApi.sendTaskMessage, {
          ...params(taskId),
          body: { clientId: randomUUID(), text, afterSeq },
        }),
      see: async (taskId) => call(storeApi.getSupportTask, params(taskId)),
    }
  }
  const pc = async (of?: TestPharmacy): Promise<TestPc> => {
    const pharmacy = of ?? (await newPharmacy(store))
    const { sessionId, computerId } = await hub.open(newDevice(pharmacy, 'COUNTER-1'))
    await keepHubAlive(store, hub.hubId)
    return {
      pharmacy,
      computerId,
      sessionId,
      ask: async (text = null, clientId = randomUUID()) =>
        site.call(
          storeApi.askForHelp,
          { body: { sessionId, clientId, text, diagnosis: null, language: 'de', contactName: null } },
          { role: 'Service' },
        ),
      say: async (taskId, text, clientId = randomUUID()) =>
        site.call(
          storeApi.sendHelpMessage,
          { body: { sessionId, taskId, clientId, text } },
          { role: 'Service' },
        ),
    }
  }
  const newTask = async (changes: Partial<NewTask> = {}): Promise<SupportTaskDetail> => {
    const customerId = changes.customerId ?? (await newPharmacy(store)).id
    const body = { clientId: randomUUID(), computerId: null, subject: 'Printer', ...changes, customerId }
    return site.call(storeApi.createSupportTask, { body })
  }
  return { ...place, staff, pc, newTask }
}
