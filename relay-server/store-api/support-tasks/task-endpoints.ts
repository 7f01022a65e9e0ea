// The handlers of the endpoints of support tasks: of staff, and of the computers that ask for help.
import type { storeApi } from '@pharmacy-relay/shared/api/store-api.ts'
import type { EndpointHandlers } from '../../http/endpoint-router.ts'
import type { StoreDb } from '../database.ts'
import {
  answerHelp,
  askForHelp,
  listHelpMessages,
  listHelpTasks,
  readHelpMessages,
  sendHelpMessage,
  tellHelpPresence,
} from './help.ts'
import { changeRule, listRules } from './lasting-problems.ts'
import { changeTask, createTask } from './task-changes.ts'
import { listTasks, readTask } from './task-detail.queries.ts'
import { keepTaskFile, readTaskFile, sendHelpFile } from './task-files.ts'
import { listMessages, readMessages, sendMessage } from './task-messages.ts'

type Handlers = EndpointHandlers<typeof storeApi>

export function supportTaskHandlers(db: StoreDb) {
  return {
    ...stepHandlers(db),
    listSupportTasks: ({ query, caller }) => listTasks(db, caller.subject, query),
    createSupportTask: ({ body, caller }) => createTask(db, caller, body),
    getSupportTask: ({ params, caller }) => readTask(db, { ...params, reader: caller.subject }),
    listTaskMessages: ({ params, query }) => listMessages(db, { ...params, ...query }),
    sendTaskMessage: ({ params, body, caller }) => sendMessage(db, caller, { ...params, ...body }),
    readTaskMessages: ({ params, body, caller }) => readMessages(db, caller, { ...params, ...body }),
    keepTaskFile: ({ params, body, caller }) => keepTaskFile(db, caller, { ...params, ...body }),
    readTaskFile: ({ params, caller }) => readTaskFile(db, caller, params),
    sendHelpFile: ({ body }) => sendHelpFile(db, body),
    listProblemRules: () => listRules(db),
    setProblemRule: ({ body, caller }) => changeRule(db, caller, body),
    askForHelp: ({ body }) => askForHelp(db, body),
    sendHelpMessage: ({ body }) => sendHelpMessage(db, body),
    listHelpTasks: ({ body }) => listHelpTasks(db, body),
    listHelpMessages: ({ body }) => listHelpMessages(db, body),
    readHelpMessages: ({ body }) => readHelpMessages(db, body),
    answerHelp: ({ body }) => answerHelp(db, body),
    tellHelpPresence: ({ body }) => tellHelpPresence(db, body),
  } satisfies Partial<Handlers>
}

function stepHandlers(db: StoreDb) {
  return {
    claimSupportTask: ({ params, caller }) =>
      changeTask(db, caller, { ...params, step: 'claim', version: null, note: null }),
    releaseSupportTask: ({ params, body, version, caller }) =>
      changeTask(db, caller, { ...params, ...body, version, step: 'release' }),
    handOverSupportTask: ({ params, body, version, caller }) =>
      changeTask(db, caller, { ...params, ...body, version, step: 'hand_over' }),
    takeOverSupportTask: ({ params, body, version, caller }) =>
      changeTask(db, caller, { ...params, ...body, version, step: 'take_over' }),
    resolveSupportTask: ({ params, body, version, caller }) =>
      changeTask(db, caller, { ...params, ...body, version, step: 'resolve' }),
    reopenSupportTask: ({ params, body, version, caller }) =>
      changeTask(db, caller, { ...params, ...body, version, step: 'reopen' }),
    removeSupportTask: ({ params, body, version, caller }) =>
      changeTask(db, caller, { ...params, ...body, version, step: 'remove' }),
  } satisfies Partial<Handlers>
}
