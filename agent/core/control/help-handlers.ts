// What people here ask of support, from the desk that keeps it.
import type { AgentHandlers } from '../../contract/agent-api.ts'
import type { help } from '../../contract/help.ts'
import { bundleFile, labelFile } from '../help/files-for-help.ts'
import type { HelpDesk } from '../help/help-desk.ts'

export type HelpWork = Pick<
  HelpDesk,
  'list' | 'one' | 'ask' | 'write' | 'typed' | 'sendFile' | 'read' | 'answer' | 'sendAgain' | 'drop'
>

interface Made {
  /** The text of the support bundle, made now. */
  readonly bundle: () => Promise<string>
  readonly maskedPicture: AgentHandlers['maskedPicture']
}

export function helpHandlers(
  desk: HelpWork,
  { bundle, maskedPicture }: Made,
): Pick<AgentHandlers, keyof typeof help> {
  const now = (): string => new Date().toISOString()
  const done = async (): Promise<null> => Promise.resolve(null)
  return {
    conversations: async () => desk.list(),
    conversation: async ({ key }) => desk.one(key),
    askForHelp: async (request) => desk.ask(request),
    writeToHelp: async (words) => {
      desk.write(words)
      return done()
    },
    sendBundleToHelp: async (wanted) =>
      desk.sendFile(wanted, async () => bundleFile(await bundle(), now())).then(done),
    sendLabelToHelp: async (wanted) =>
      desk.sendFile(wanted, async () => labelFile(await maskedPicture(wanted), wanted, now())).then(done),
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
