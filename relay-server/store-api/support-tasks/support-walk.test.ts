// Every refusal that the table of support tasks implies.
import { createHash, randomUUID } from 'node:crypto'
import { afterAll, beforeAll, test } from 'vitest'
import { helpApi } from '@pharmacy-relay/shared/api/support/help.ts'
import { supportTasksApi } from '@pharmacy-relay/shared/api/support/support-tasks-api.ts'
import { taskFilesApi } from '@pharmacy-relay/shared/api/support/task-files-api.ts'
import { walkTable, type WalkSite } from '../../http/table-walk/table-walk.ts'
import { DIAGNOSIS } from '../test/test-portal.ts'
import { startSupport, type SupportPlace } from './test/support-place.ts'

const table = { ...supportTasksApi, ...helpApi, ...taskFilesApi }

let place: SupportPlace
let walk: WalkSite<typeof table>
beforeAll(async () => {
  place = await startSupport('support_walk')
  walk = await walkSite()
})
afterAll(() => place.stop())

const none = { params: null, query: null, body: null }
const note = { note: 'seen to' }

async function walkSite(): Promise<WalkSite<typeof table>> {
  const { tokens, baseUrl } = place.site
  const staff = await place.staff('Nia', 'Admin')
  const pc = await place.pc()
  const { sessionId } = pc
  const asked = await pc.ask('No label comes out')
  const done = await pc.ask('Done soon')
  const at = (id: number) => ({ params: { taskId: String(id) } })
  const own = { params: { taskId: String(asked.id) } }
  /** The walk's Admin has it. */
  const claimed = async () => {
    const { id } = await place.newTask()
    return place.site.call(supportTasksApi.claimSupportTask, at(id))
  }
  const stepOf = async () => {
    const { id, version } = await claimed()
    return { ...none, ...at(id), body: note, version }
  }
  const doneOne = async () => {
    const { id, version } = await place.newTask()
    return staff.call(supportTasksApi.resolveSupportTask, { ...at(id), body: note }, version)
  }
  const { version } = await staff.see(done.id)
  await staff.call(supportTasksApi.resolveSupportTask, { ...at(done.id), body: note }, version)
  return {
    baseUrl,
    tokens: tokens.tokens,
    badTokens: tokens.badTokens,
    internalKey: null,
    calls: {
      listSupportTasks: () => ({
        ...none,
        query: { view: 'all', page: '1', customerId: String(pc.pharmacy.id) },
      }),
      createSupportTask: () => ({
        ...none,
        body: {
          clientId: randomUUID(),
          customerId: pc.pharmacy.id,
          computerId: pc.computerId,
          subject: 'Printer',
          priority: 2,
          isClaimed: true,
        },
      }),
      getSupportTask: () => ({ ...none, ...own }),
      claimSupportTask: async () => ({ ...none, ...at((await place.newTask()).id) }),
      releaseSupportTask: stepOf,
      handOverSupportTask: async () => {
        const { id, version: seen } = await claimed()
        return { ...none, ...at(id), body: { ...note, to: staff.guid }, version: seen }
      },
      takeOverSupportTask: stepOf,
      resolveSupportTask: stepOf,
      reopenSupportTask: async () => {
        const { id, version: seen } = await doneOne()
        return { ...none, ...at(id), body: note, version: seen }
      },
      removeSupportTask: stepOf,
      listTaskMessages: () => ({ ...none, ...own, query: { afterSeq: '0' } }),
      sendTaskMessage: () => ({
        ...none,
        ...own,
        body: { clientId: randomUUID(), text: 'Is the printer on?', isInternal: true, afterSeq: 1 },
      }),
      readTaskMessages: () => ({ ...none, ...own, body: { seq: 1 } }),
      // The first one again and again: a task has only so many.
      keepTaskFile: () => ({ ...none, ...own, body: { ...FILE, clientId: KEPT } }),
      readTaskFile: async () => {
        const body = { ...FILE, clientId: KEPT }
        const { seq } = await place.site.call(taskFilesApi.keepTaskFile, { ...own, body })
        return { ...none, params: { ...own.params, seq: String(seq) } }
      },
      sendHelpFile: () => ({
        ...none,
        body: {
          ...FILE,
          clientId: FIRST_FILE,
          sessionId,
          taskId: asked.id,
          consentAt: null,
          consentText: null,
        },
      }),
      listProblemRules: () => none,
      setProblemRule: () => ({
        ...none,
        body: { problem: 'clock', isOn: true, afterMinutes: 30, priority: 3 },
      }),
      // The first one again and again, or the pharmacy would ask too often.
      askForHelp: () => ({
        ...none,
        body: {
          sessionId,
          clientId: FIRST,
          text: 'Help',
          diagnosis: DIAGNOSIS,
          language: 'de',
          contactName: 'Ayşe',
        },
      }),
      sendHelpMessage: () => ({
        ...none,
        body: { sessionId, taskId: asked.id, clientId: randomUUID(), text: 'It is on' },
      }),
      listHelpTasks: () => ({ ...none, body: { sessionId } }),
      listHelpMessages: () => ({ ...none, body: { sessionId, taskId: asked.id, afterSeq: 0 } }),
      readHelpMessages: () => ({ ...none, body: { sessionId, taskId: asked.id, seq: 1 } }),
      tellHelpPresence: () => ({ ...none, body: { sessionId, taskId: asked.id, kind: 'writes' } }),
      answerHelp: () => ({ ...none, body: { sessionId, taskId: done.id, isSolved: true } }),
    },
  }
}
const FIRST = randomUUID()
const KEPT = randomUUID()
const FIRST_FILE = randomUUID()
/** `log`. */
const FILE = {
  fileName: 'bundle.txt',
  content: 'bG9n',
  sha256: createHash('sha256').update('log').digest('hex'),
}

test.each(walkTable(table, () => walk))('$name', ({ run }) => run())
