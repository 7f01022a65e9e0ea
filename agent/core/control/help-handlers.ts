// What people here ask of support, from the desk that keeps it.
import type { AgentHandlers } from '../../contract/agent-api.ts'
import type { help } from '../../contract/help.ts'
import type { HelpDesk } from '../help/help-desk.ts'

export type HelpWork = Pick<
  HelpDesk,
  'list' | 'one' | 'ask' | 'write' | 'typed' | 'read' | 'answer' | 'sendAgain' | 'drop'
>

export function helpHandlers(desk: HelpWork): Pick<AgentHandlers, keyof typeof help> {
  const done = async (): Promise<null> => Promise.resolve(null)
  return {
    conversations: async () => desk.list(),
    conversation: async ({ key }) => desk.one(key),
    askForHelp: async (request) => desk.ask(request),
    writeToHelp: async (words) => {
      desk.write(words)
      return done()
    },
    typedToHelp: async ({ key }) => {
      desk.typed(key)
      return done()
    },
    readHelp: async (read) => {
      desk.read(read)
      return done()
    },
    answerHelp: async (answer) => {
      desk.answer(answer)
      return done()
    },
    sendHelpAgain: async ({ clientId }) => {
      desk.sendAgain(clientId)
      return done()
    },
    dropHelp: async ({ clientId }) => {
      desk.drop(clientId)
      return done()
    },
  }
}
