// `agent ask-for-help`: what is kept, whether it can be sent now, and where the answer stands.
import { randomUUID } from 'node:crypto'
import type { HelpConversation } from '../../contract/help.ts'
import { askAgent } from '../../contract/socket-client.ts'
import { MessageText } from '@pharmacy-relay/shared/api/support/message-text.ts'
import { done, type Outcome } from '../outcome.ts'
import { UsageError } from '../usage-error.ts'

export interface AskForHelpCommand {
  readonly kind: 'ask-for-help'
  /** Null: none; what is wrong says the check of the computer. */
  readonly text: string | null
}

/** Throws UsageError. */
export function askForHelpCommand(words: readonly string[]): AskForHelpCommand {
  if (words.length === 0) return { kind: 'ask-for-help', text: null }
  const text = MessageText.safeParse(words.join(' '))
  if (!text.success) throw new UsageError('"agent ask-for-help" takes 1 to 4,000 letters of plain text')
  return { kind: 'ask-for-help', text: text.data }
}

/** Throws NotRunningError, ProblemError. */
export async function askForHelp({ text }: AskForHelpCommand, socket: string): Promise<Outcome> {
  const request = { clientId: randomUUID(), text, language: 'en', contactName: null }
  const asked: HelpConversation = await askAgent(socket, 'askForHelp', request)
  const { hub } = await askAgent(socket, 'status', null)
  return done(askedText(hub.state === 'online'), asked)
}

export function askedText(isOnline: boolean): string {
  const sent = isOnline
    ? 'Your request goes to support, with a check of this computer.'
    : 'Not sent yet: the connection is down. Your request is kept with a check of this computer, and is sent\n' +
      'as soon as the connection is back. If it is urgent, telephone support.'
  return `${sent}\nThe answer stands on the page Help: agent open\n`
}
