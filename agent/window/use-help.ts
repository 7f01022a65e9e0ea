// What the help page keeps: which conversation is shown, and that its words count as read while a person sees them.
import type { HelpConversation, HelpTalk } from '../contract/help.ts'
import { useEffect } from 'preact/hooks'
import { useAgent } from './agent-context.ts'
import { askAgent } from './bridge.ts'
import { usePolled } from './use-polled.ts'

/** Words of support are on the page within it. */
const EVERY_MS = 1_000

/** The one that is asked for, or the one that a person is most likely to look for; null: all are over. */
export function shownOf(
  conversations: readonly HelpConversation[],
  asked: string | undefined,
): HelpConversation | null {
  return (
    conversations.find(({ key }) => key === asked) ??
    conversations.find(({ unread }) => unread > 0) ??
    conversations.find(({ task }) => task === null || !isOver(task)) ??
    null
  )
}

/** Done, and the person here said that it is solved. */
function isOver({ state, isSolved }: NonNullable<HelpConversation['task']>): boolean {
  return state === 'removed' || (state === 'done' && isSolved === true)
}

/** Null before the first answer. */
export function useTalk(key: string): { readonly talk: HelpTalk | null; readonly again: () => void } {
  const { bridge, refresh } = useAgent()
  const { data: talk, again } = usePolled(bridge, {
    method: 'conversation',
    params: { key },
    everyMs: EVERY_MS,
  })
  const unread = talk?.conversation.unread ?? 0
  const seq = talk?.lines.findLast((line) => line.seq !== null)?.seq ?? 0
  useEffect(() => {
    // A page that nobody sees is not read.
    if (unread === 0 || document.hidden) return
    void askAgent(bridge, 'readHelp', { key, seq }).then(() => {
      again()
      refresh()
    })
  }, [unread, seq])
  return { talk, again }
}
