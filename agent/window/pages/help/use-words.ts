// Words that somebody types for support: their id is made before the first try, so that a second one is no second message.
import { MAX_MESSAGE_TEXT } from '@pharmacy-relay/shared/api/support/message-text.ts'
import { useState } from 'preact/hooks'

export interface Words {
  readonly typed: string
  readonly setTyped: (typed: string) => void
  readonly clientId: string
  /** What is sent; null: nothing was typed. */
  readonly text: string | null
  readonly isTooLong: boolean
  /** The agent keeps them: the next ones are others. */
  readonly sent: () => void
}

export function useWords(): Words {
  const [typed, setTyped] = useState('')
  const [clientId, setClientId] = useState(() => crypto.randomUUID())
  const text = typed.trim()
  return {
    typed,
    // Other words are another message, also where an answer to the first ones did not come.
    setTyped: (next) => {
      setTyped(next)
      setClientId(crypto.randomUUID())
    },
    clientId,
    text: text === '' ? null : text,
    isTooLong: text.length > MAX_MESSAGE_TEXT,
    sent: () => {
      setTyped('')
      setClientId(crypto.randomUUID())
    },
  }
}

/** `en` of `en-GB`. */
export function languageCode(locale: string): string {
  return locale.slice(0, 2)
}
